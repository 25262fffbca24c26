/** The order number on pages, mails and invoices: the last six characters of the id in upper case (spec §2). */
export const orderNumber = (orderId: string): string => orderId.slice(-6).toUpperCase();
