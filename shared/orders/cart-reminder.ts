/** What a shopper agrees to; stored with her consent. */
export const cartReminderConsent = 'Email me once if I leave items in my cart.';
