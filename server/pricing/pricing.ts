export { cardChanged, payableByCard, withFreeCard } from './gift-card-share.ts';
export {
  amountChanged,
  chargesOf,
  checkForSale,
  checkTotals,
  discountsOf,
  goodsOf,
  isGoods,
  lockCart,
  orderItemsOf,
  type PricedCart,
  type PricedLine,
  priceCart,
  shippingFor,
  shortLines,
  variantLabel,
  withTerms,
} from './price.ts';
export { noCharges, shopTerms, type Terms } from './terms.ts';
export type { CartItems } from './wanted-lines.ts';
