export { linesOf, pickupOf } from './mail-parts.ts';
export { mailDifferencePaid, mailOrderChanged, mailPaymentRequest } from './order-changed-mail.ts';
export {
  mailOrderNote,
  mailOrderPaid,
  mailOrderRefunded,
  mailOrderStatus,
  mailOrderTracking,
  mailPaymentLink,
  mailShopper,
  notificationOf,
  notifiesShopper,
  readOrder,
} from './status-mails.ts';
