import { inRupees } from '../../../shared/money.ts';

const rupeeSign = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|inr|\/-)$/gi;
const foreignSign = /\p{Sc}|\b[A-Z]{3}\b/u;
const plain = /^\d+(?:\.\d+)?$/;
/** 1,29,900 or 129,900, with or without decimals. */
const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/**
 * A price cell as rupees: “1,299”, “₹1,299.00”, “Rs. 1299”. Amounts without a rupee sign are multiplied by
 * `rupeesPerUnit`. `problem` says why a cell is no price; a foreign currency is one while the rate is 1.
 */
export function readPrice(cell: string, rupeesPerUnit: number): { price: string } | { problem: string } {
  const unsigned = cell.replace(rupeeSign, '').trim();
  const isRupees = unsigned !== cell.trim();
  const isForeign = foreignSign.test(unsigned);
  if (isForeign && rupeesPerUnit === 1) return { problem: `“${short(cell)}” is not a price in rupees` };
  const amount = (isForeign ? unsigned.replace(foreignSign, '').trim() : unsigned).trim();
  if (!plain.test(amount) && !grouped.test(amount)) return { problem: `“${short(cell)}” is not a price` };
  const digits = amount.replaceAll(',', '');
  if (isRupees || rupeesPerUnit === 1) return { price: digits };
  return { price: String(inRupees(Number(digits), rupeesPerUnit)) };
}

const short = (cell: string) => cell.slice(0, 40);
