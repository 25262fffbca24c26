import { gstTenthsOf } from '../../shared/gst.ts';
import { proportion } from '../../shared/money.ts';
import type { PricedCart, PricedLine } from './priced-cart.ts';

/** Step 5: the GST rate of each line, which is in its price. A gift card is taxed when it is spent. */
export const addTax = (cart: PricedCart): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const { variant, quantity } = line;
    if (variant.isGiftCard) return { ...line, hsn: null, gstTenths: 0 };
    const gstTenths = gstTenthsOf(variant, { paise: unitsPaise(line), quantity }, cart.terms.now);
    return { ...line, hsn: variant.hsn, gstTenths };
  }),
});

/** What the units of a line cost in paise after discounts, of which a free gift card is one. */
const unitsPaise = ({ linePaise, shippingPaise, freePaise }: PricedLine): number =>
  linePaise - shippingPaise - proportion(freePaise, linePaise - shippingPaise, linePaise);
