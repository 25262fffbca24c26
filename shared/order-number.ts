/**
 * The number by which people know an order: the last six characters of its id, upper case (spec §2). Pages, mails,
 * invoices and the back office all show this one.
 */
export const orderNumber = (orderId: string): string => orderId.slice(-6).toUpperCase();
