import type { PolicyReview } from '../../shared/contract/policies.ts';
import type { SetupGuide } from '../../shared/contract/setup.ts';
import { toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { countDemoCatalogue, countWithoutGst } from '../catalogue/catalogue.ts';
import { findDemoContent, reviewPolicies } from '../content/content.ts';
import { readSiteInfo, type ShopInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';

/** What the steps and the findings are computed from. */
export type SetupFacts = {
  info: Readonly<ShopInfo>;
  products: { total: number; onSale: number; withoutGst: number; withoutPicture: number };
  policies: PolicyReview[];
  payments: { isSandbox: boolean; isTest: boolean };
  /** Whether mails are sent, and not only written to files. */
  sendsMails: boolean;
  /** How much demo content is left. */
  demo: { products: number; texts: number };
  order: SetupGuide['order'];
  unprotectedAdmins: number;
};

/** Reads the shop as it is now. */
export async function readFacts({ db, payments, config, clock }: Deps): Promise<SetupFacts> {
  const counts = await queries.countProducts(db);
  const order = await queries.findOrder(db);
  const { policies, fields } = await findDemoContent({ db });
  return {
    info: await readSiteInfo(db),
    products: {
      ...counts,
      withoutGst: await countWithoutGst(db, clock.now()),
      withoutPicture: await queries.countWithoutPicture(db),
    },
    policies: await reviewPolicies(db),
    payments: { isSandbox: payments.name === 'sandbox', isTest: payments.test },
    demo: { products: (await countDemoCatalogue({ db })).products, texts: policies + fields.length },
    sendsMails: config.smtpUrl !== undefined,
    order: order
      ? {
          _id: order.id,
          number: orderNumber(order.id),
          isPaid: order.isPaid,
          isTest: order.isTest,
          amount: toRupees(order.paise),
          at: order.createdAt.toISOString(),
        }
      : null,
    unprotectedAdmins: await queries.countUnprotectedAdmins(db),
  };
}
