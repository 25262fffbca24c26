export { saleOf } from './discounts.ts';
export { payableByCard, withFreeCard } from './gift-card-share.ts';
export { orderItemsOf, variantLabel } from './order-items.ts';
export { priceLines } from './price.ts';
export { chargesOf, goodsOf, goodsPaise, isGoods, type PricedCart, type PricedLine } from './priced-cart.ts';
export { checkForSale, priceCart, withLocked } from './read-cart.ts';
export { amountChanged, cardChanged, checkTotals, discountsOf, requireStock } from './refusals.ts';
export { noCharges, shopTerms, type Terms } from './terms.ts';
export type { CartItems } from './wanted-lines.ts';
