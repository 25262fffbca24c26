/** Products that a shopper can save in their wishlist. */
export const maxSaved = 200;
/** Products of an account after the wishlist of a browser, which may be full as well, was added. */
export const maxMerged = 2 * maxSaved;

/** The most products of `GET /account/prices`. Not in its contract, because public pages must not load Zod. */
export const maxPricedProducts = 100;
