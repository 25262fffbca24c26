import type { LogQuery } from '../shared/contract/accounts/audit-log.ts';
import type { DiscountTrial } from '../shared/contract/catalogue/discounts.ts';
import type { DemoContent, RemovedDemo } from '../shared/contract/demo.ts';
import { isLinkValid } from './accounts/accounts.ts';
import { accountAdmin } from './accounts/admins/back-office.ts';
import { backupAdmin } from './backup/backup-admin.ts';
import { codAdmin } from './cash-on-delivery/cash-on-delivery.ts';
import { catalogueAdmin, countDemoCatalogue, removeDemoCatalogue } from './catalogue/catalogue.ts';
import { tryDiscount } from './checkout/checkout.ts';
import { contentAdmin, findDemoContent } from './content/content.ts';
import { courierAdmin } from './couriers/couriers.ts';
import { customerAdmin } from './customers/customers.ts';
import { deliveryAdmin } from './delivery/delivery.ts';
import type { Admin, Deps } from './deps.ts';
import { designAdmin } from './design/design.ts';
import { countDemoDiscounts, discountAdmin } from './discounts/discounts.ts';
import { fulfilmentAdmin } from './fulfilment/fulfilment.ts';
import { giftCardAdmin } from './gift-cards/gift-cards.ts';
import { outbox } from './mail/mail.ts';
import { movingAdmin } from './moving/moving.ts';
import { orderEditingAdmin } from './order-editing/order-editing.ts';
import { orderAdmin } from './orders/orders.ts';
import { paymentAdmin } from './payments/payment-admin.ts';
import { refundAdmin } from './refunds/refunds.ts';
import { remittanceAdmin } from './remittances/remittances.ts';
import { exportAdminLog, listAdminLog } from './reports/audit-log.ts';
import { getDashboard } from './reports/dashboard.ts';
import { listOrderActivity } from './reports/order-activity.ts';
import { listPolicyReports } from './reports/policy-reports.ts';
import { getVisitReport } from './reports/visits.ts';
import { countDemo, reviewAdmin } from './reviews/reviews.ts';
import { settingsAdmin } from './settings/settings.ts';
import { setupAdmin } from './setup/setup.ts';

/** What an admin can do. It takes an `Admin`, so that no verb of the back office can be called without one. */
export function createBackOffice(deps: Deps, admin: Admin) {
  const content = contentAdmin(deps, admin);
  const reviews = reviewAdmin(deps, admin);
  const discounts = discountAdmin(deps, admin);
  return {
    accounts: accountAdmin(deps, admin),
    catalogue: catalogueAdmin(deps, admin),
    cashOnDelivery: codAdmin(deps, admin),
    fulfilment: fulfilmentAdmin(deps, admin),
    orderEditing: orderEditingAdmin(deps, admin),
    payments: paymentAdmin(deps, admin),
    refunds: refundAdmin(deps, admin),
    remittances: remittanceAdmin(deps, admin),
    /** What a sample cart would cost with a discount. See tryDiscount for its errors. */
    tryDiscount: (trial: DiscountTrial) => tryDiscount(deps, trial),
    content,
    couriers: courierAdmin(deps, admin),
    settings: settingsAdmin(deps, admin),
    delivery: deliveryAdmin(deps, admin),
    design: designAdmin(deps, admin),
    discounts,
    giftCards: giftCardAdmin(deps, admin),
    orders: orderAdmin(deps, admin),
    reviews,
    customers: customerAdmin(deps, admin),
    setup: setupAdmin(deps, admin),
    moving: movingAdmin(deps, admin),
    mails: outbox(deps, admin, (token) => isLinkValid(deps, token)),
    backups: backupAdmin(deps, admin),
    dashboard: () => getDashboard(deps),
    visits: (days: number) => getVisitReport(deps, days),
    adminLog: (query: LogQuery) => listAdminLog(deps.db, query),
    exportAdminLog: () => exportAdminLog(deps.db, admin),
    orderActivity: (orderId: string) => listOrderActivity(deps.db, orderId),
    policyReports: () => listPolicyReports(deps),
    demo: () => findDemo(deps),
    /** Removes demo content. What an admin has created or changed, and every order, stays. */
    async removeDemo(): Promise<RemovedDemo> {
      const removed = await removeDemoCatalogue(deps, admin);
      return {
        ...removed,
        reviews: await reviews.removeDemoReviews(),
        policies: await content.removeDemoPolicies(),
        discounts: await discounts.removeDemoDiscounts(),
        fields: await content.removeDemoInfo(),
      };
    },
  };
}

export type BackOffice = ReturnType<typeof createBackOffice>;

/** Lists the demo content that is still in the shop. */
export const findDemo = async (deps: Pick<Deps, 'db' | 'payments'>): Promise<DemoContent> => ({
  live: !deps.payments.test,
  ...(await countDemoCatalogue(deps)),
  reviews: await countDemo(deps),
  discounts: await countDemoDiscounts(deps),
  ...(await findDemoContent(deps)),
});
