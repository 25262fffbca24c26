/** The most products of `GET /account/prices`. Not in its contract, because public pages must not load Zod. */
export const maxPricedProducts = 100;
