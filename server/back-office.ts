import type { LogQuery } from '../shared/contract/audit-log.ts';
import type { DemoContent, RemovedDemo } from '../shared/contract/demo.ts';
import { catalogueAdmin, countDemoCatalogue, removeDemoCatalogue } from './catalogue/catalogue.ts';
import { content, findDemoContent } from './content/content.ts';
import type { Admin, Deps } from './deps.ts';
import { listAdminLog } from './reports/audit-log.ts';
import { getDashboard } from './reports/dashboard.ts';
import { createShop } from './shop.ts';

/** What an admin can do. It takes an `Admin`, so that no verb of the back office can be called without one. */
export const createBackOffice = (deps: Deps, admin: Admin) => ({
  ...createShop(deps, admin),
  catalogue: catalogueAdmin(deps, admin),
  dashboard: () => getDashboard(deps),
  demo: () => findDemo(deps),
  /** Removes demo content; what an admin created or changed, and every order, stays. */
  async removeDemo(): Promise<RemovedDemo> {
    const removed = await removeDemoCatalogue(deps, admin);
    const { removeDemoPolicies, removeDemoInfo } = content(deps, admin);
    return { ...removed, policies: await removeDemoPolicies(), fields: await removeDemoInfo() };
  },
  adminLog: (query: LogQuery) => listAdminLog(deps.db, query),
});

export type BackOffice = ReturnType<typeof createBackOffice>;

/** Lists the demo content that is still in this shop. */
export const findDemo = async (deps: Pick<Deps, 'db' | 'payments'>): Promise<DemoContent> => ({
  live: !deps.payments.test,
  ...(await countDemoCatalogue(deps)),
  ...(await findDemoContent(deps)),
});
