export {
  divideRefund,
  giftCardMethod,
  isTooSmall,
  leftToRefund,
  listRefundablePayments,
  sumLeft,
} from './entries.ts';
export { alertRefusedKeys, isKnownToProvider, readProvider } from './order-payments.ts';
export {
  findRefundedOrder,
  recordManualRefund,
  recordRefund,
  refuseRefund,
  requestRefund,
  sendRefundRequest,
} from './refunds.ts';
