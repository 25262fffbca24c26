import type { LogQuery } from '../shared/contract/audit-log.ts';
import type { DemoContent, RemovedDemo } from '../shared/contract/demo.ts';
import { accounts, isLinkValid } from './accounts/accounts.ts';
import { catalogue, countDemoCatalogue, removeDemoCatalogue } from './catalogue/catalogue.ts';
import { checkout } from './checkout/checkout.ts';
import { content, findDemoContent } from './content/content.ts';
import type { Actor, Deps } from './deps.ts';
import { outbox } from './mail/mail.ts';
import { orders } from './orders/orders.ts';
import { listAdminLog } from './reports/audit-log.ts';
import { getDashboard } from './reports/dashboard.ts';

/** The verbs of all domains, bound to one caller: what routes, page loaders and tasks use. */
export function createShop(deps: Deps, actor: Actor) {
  return {
    accounts: accounts(deps, actor),
    catalogue: catalogue(deps, actor),
    checkout: checkout(deps, actor),
    content: content(deps, actor),
    orders: orders(deps, actor),
    mails: outbox(deps, actor, (token) => isLinkValid(deps, token)),
    dashboard: () => getDashboard(deps),
    demo: () => findDemo(deps),
    /** Removes demo content; what an admin created or changed, and every order, stays. */
    async removeDemo(): Promise<RemovedDemo> {
      const removed = await removeDemoCatalogue(deps, actor);
      const { removeDemoPolicies, removeDemoInfo } = content(deps, actor);
      return { ...removed, policies: await removeDemoPolicies(), fields: await removeDemoInfo() };
    },
    adminLog: (query: LogQuery) => listAdminLog(deps.db, query),
  };
}

/** Lists the demo content that is still in this shop. */
export const findDemo = async (deps: Pick<Deps, 'db' | 'payments'>): Promise<DemoContent> => ({
  live: !deps.payments.test,
  ...(await countDemoCatalogue(deps)),
  ...(await findDemoContent(deps)),
});

export type Shop = ReturnType<typeof createShop>;
