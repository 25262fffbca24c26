export { freePartOf, keepFreePart } from './card-refunds.ts';
export { refundAdmin } from './refund-admin.ts';
export { rejectWaitingRefunds, requestOrAskRefund } from './refund-approvals.ts';
export { refundKey, refundPayment } from './refund-payment.ts';
export { allLines } from './refund-plan.ts';
export { isFreePart, listRefundable, refundableOf } from './refundable.ts';
export {
  isAdvanceBound,
  readDuePaise,
  receiveRefund,
  reportRefund,
  retryRefunds,
  sendRefund,
} from './request-refunds.ts';
