import { apportion, wholeRupees } from '../../shared/money.ts';
import { isGoods, type PricedCart, sum } from './priced-cart.ts';

/**
 * Step 4: the fee of cash on delivery, which the goods carry together with the delivery charge, and the amount, which
 * is paid on delivery in whole rupees.
 */
export function addFees(cart: PricedCart): PricedCart {
  const { method, codFeePaise } = cart.terms;
  const charges = apportion(
    cart.shippingPaise + codFeePaise,
    cart.lines.map((line) => (isGoods(line) ? line.linePaise : 0)),
  );
  const lines = cart.lines.map((line, index) => {
    const shippingPaise = charges[index] ?? 0;
    return { ...line, shippingPaise, linePaise: line.linePaise + shippingPaise };
  });
  const exactPaise = sum(lines.map(({ linePaise }) => linePaise));
  const amountPaise = method === 'online' ? exactPaise : wholeRupees(exactPaise);
  return { ...cart, lines, amountPaise, roundingPaise: amountPaise - exactPaise };
}
