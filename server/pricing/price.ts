import { addDelivery } from './delivery.ts';
import { takeDiscounts } from './discounts.ts';
import { addFees } from './fees.ts';
import { priceGoods } from './goods.ts';
import type { CartLine, PricedCart } from './priced-cart.ts';
import { addTax } from './tax.ts';
import type { Terms } from './terms.ts';

/** What decides the price of a cart, from top to bottom. Each step sees the cart as the steps above leave it. */
const steps: [name: string, price: (cart: PricedCart) => PricedCart][] = [
  ['goods', priceGoods],
  ['discounts', takeDiscounts],
  ['delivery', addDelivery],
  ['fees', addFees],
  ['tax', addTax],
];

/** Prices the lines of a cart on these terms. Discounts and charges are those of goods, not of gift cards (decision 202). */
export const priceLines = (lines: CartLine[], terms: Terms): PricedCart =>
  steps.reduce((cart, [, price]) => price(cart), unpriced(lines, terms));

const unpriced = (lines: CartLine[], terms: Terms): PricedCart => ({
  lines: lines.map(({ variant, quantity, recipient }) => ({
    variant,
    quantity,
    recipient,
    unitPaise: 0,
    discountPaise: 0,
    shippingPaise: 0,
    linePaise: 0,
    freePaise: 0,
    hsn: null,
    gstTenths: 0,
  })),
  amountPaise: 0,
  roundingPaise: 0,
  shippingPaise: 0,
  discounts: [],
  codeNote: '',
  codeProblem: '',
  terms,
});
