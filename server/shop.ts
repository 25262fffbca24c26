import { accounts } from './accounts/accounts.ts';
import { cashOnDelivery } from './cash-on-delivery/cash-on-delivery.ts';
import { type CachedProducts, catalogue } from './catalogue/catalogue.ts';
import { checkout } from './checkout/checkout.ts';
import { content } from './content/content.ts';
import { customers } from './customers/customers.ts';
import { delivery } from './delivery/delivery.ts';
import type { Actor, Deps } from './deps.ts';
import { design } from './design/design.ts';
import { invoices } from './invoices/invoices.ts';
import { notifications } from './notifications/notifications.ts';
import { orders } from './orders/orders.ts';
import { payments } from './payments/shopper-payments.ts';
import { reviews } from './reviews/reviews.ts';

/**
 * What shoppers and guests can do, as one caller: the verbs for routes and page loaders. `cachedProducts` are for replies
 * that are the same for all guests (decision 118).
 */
export const createShop = (deps: Deps, actor: Actor, cachedProducts?: CachedProducts) => ({
  accounts: accounts(deps, actor),
  cashOnDelivery: cashOnDelivery(deps),
  catalogue: catalogue(deps, actor, cachedProducts),
  checkout: checkout(deps, actor),
  content: content(deps, actor),
  customers: customers(deps, actor),
  delivery: delivery(deps),
  design: design(deps),
  invoices: invoices(deps, actor),
  notifications: notifications(deps),
  orders: orders(deps, actor),
  payments: payments(deps, actor),
  reviews: reviews(deps, actor),
});

export type Shop = ReturnType<typeof createShop>;
