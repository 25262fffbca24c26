import type { LogQuery } from '../shared/contract/admin-log.ts';
import { accounts, linkHolds } from './accounts/accounts.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { checkout } from './checkout/checkout.ts';
import { content } from './content/content.ts';
import type { Actor, Deps } from './deps.ts';
import { outbox } from './mail/mail.ts';
import { orders } from './orders/orders.ts';
import { listAdminLog } from './reports/admin-log.ts';
import { getDashboard } from './reports/dashboard.ts';

/** The verbs of all domains, bound to one caller: what routes, page loaders and tasks use. */
export function createShop(deps: Deps, actor: Actor) {
  return {
    accounts: accounts(deps, actor),
    catalogue: catalogue(deps, actor),
    checkout: checkout(deps, actor),
    content: content(deps, actor),
    orders: orders(deps, actor),
    mails: outbox(deps, actor, (token) => linkHolds(deps, token)),
    dashboard: () => getDashboard(deps),
    adminLog: (query: LogQuery) => listAdminLog(deps.db, query),
  };
}

export type Shop = ReturnType<typeof createShop>;
