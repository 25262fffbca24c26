export {
  divideRefund,
  giftCardMethod,
  isTooSmall,
  leftToRefund,
  listRefundablePayments,
  sumLeft,
} from './entries.ts';
export { getBalancePaise } from './entry-queries.ts';
export {
  beginLinkChange,
  beginNextLink,
  findLinkState,
  findLinkToCreate,
  insertPaymentLink,
  isOpenLink,
  linkReference,
  listLinksToClose,
  listLinksToCreate,
  listLinksToRenew,
  markLinkClosed,
  saveOrderOfLink,
  savePaymentLink,
} from './link-queries.ts';
export { alertRefusedKeys, isKnownToProvider, type ProviderState, readProvider } from './order-payments.ts';
export {
  deletePayments,
  insertOfflinePayment,
  listKnown,
  listPayments,
  markPrimary,
  type PaymentRow,
  recordPayments,
  settledPayments,
} from './payment-queries.ts';
export {
  type ApprovalRow,
  countRejectedByShop,
  decideApproval,
  findApproval,
  findApprovalByPrefix,
  insertRefundApproval,
  listApprovals,
  listWaitingApprovals,
  lockApproval,
  sumWithoutApproval,
} from './refund-approval-queries.ts';
export { listKnownRefunds, listOpenRefunds, listRefunds } from './refund-queries.ts';
export {
  findRefundedOrder,
  type RefundOutcome,
  type RefundRequest,
  recordManualRefund,
  recordRefund,
  refuseRefund,
  requestRefund,
  sendRefundRequest,
} from './refunds.ts';
export {
  claimPaymentRequest,
  findOpenRequest,
  findOrderByRequestLink,
  findPaymentRequest,
  insertPaymentRequest,
  listPaymentRequests,
  listRequestsToHandle,
  type PaymentRequest,
  saveOrderOfRequest,
  updatePaymentRequest,
  withdrawOpenRequest,
} from './request-queries.ts';
