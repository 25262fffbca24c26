export { saleOf } from './discounts.ts';
export { payableByCard, withFreeCard } from './gift-card-share.ts';
export { orderItemsOf, variantLabel } from './order-items.ts';
export { priceLines } from './price.ts';
export { chargesOf, goodsOf, goodsPaise, isGoods } from './priced-cart.ts';
export { checkForSale, priceCart, withLocked } from './read-cart.ts';
export { amountChanged, cardChanged, checkTotals, discountsOf, requireStock } from './refusals.ts';
export { noCharges, shopTerms } from './terms.ts';
