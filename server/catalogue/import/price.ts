import { inRupees, parseRupees } from '../../../shared/money.ts';

const rupeeSign = /^(?:₹|rs\.?|inr)|(?:₹|inr|\/-)$/i;
const rupeesBehind = /\s*(?:₹|inr|\/-)$/i;
const foreignSign = /(?!₹)\p{Sc}|\b(?!INR)[A-Z]{3}\b/u;

/**
 * A price cell as rupees: “1,299”, “₹1,299.00”, “Rs. 1299”. Amounts without a rupee sign are multiplied by
 * `rupeesPerUnit`. `problem` says why a cell is not a price; a foreign currency is a problem while the rate is 1.
 */
export function readPrice(cell: string, rupeesPerUnit: number): { price: string } | { problem: string } {
  const isForeign = foreignSign.test(cell);
  if (isForeign && rupeesPerUnit === 1) return { problem: `“${short(cell)}” is not a price in rupees` };
  const amount = parseRupees(cell.replace(isForeign ? foreignSign : rupeesBehind, ''));
  if (amount === undefined) return { problem: `“${short(cell)}” is not a price` };
  return { price: String(rupeeSign.test(cell) ? amount : inRupees(amount, rupeesPerUnit)) };
}

const short = (cell: string) => cell.slice(0, 40);
