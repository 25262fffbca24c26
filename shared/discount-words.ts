import type { Discount, DiscountInput } from './contract/discounts.ts';
import { shortRupees } from './money.ts';
import { orderDate } from './order-date.ts';

type Value = DiscountInput['value'];

const valueText = (value: Value) =>
  value.type === 'percent' ? `${value.percent}%` : shortRupees(value.amount);

/** What the footer of the storefront says about a discount: 'Get 10% off your first order when you sign up.' */
export function welcomeSentence(discount: Omit<DiscountInput, 'targets'>): string {
  const { value, appliesTo, firstOrderOnly, accountsOnly, minTotal, code } = discount;
  const order = firstOrderOnly ? 'your first order' : 'your order';
  const what =
    appliesTo === 'order' ? order : `selected products${firstOrderOnly ? ' in your first order' : ''}`;
  const from = minTotal > 0 ? ` from ${shortRupees(minTotal)}` : '';
  const condition = accountsOnly ? ' when you sign up' : '';
  const how = code ? ` Use the code ${code}.` : '';
  return `Get ${valueText(value)} off ${what}${from}${condition}.${how}`;
}

/** What a discount does, for the back office: for whom, on what, when, and how often. */
export function discountSentence(discount: DiscountInput): string {
  const { value, appliesTo, targets, code, firstOrderOnly, accountsOnly, minTotal, minQuantity } = discount;
  const { startsAt, endsAt, maxUses, maxUsesPerCustomer, combinable, uniqueCodes } = discount;
  const [one, many] = appliesTo === 'products' ? ['product', 'products'] : ['category', 'categories'];
  const targetText = `${targets.length} ${targets.length === 1 ? one : many}`;
  const what = {
    order: 'the order',
    products: targetText,
    categories: `the products of ${targetText}`,
  }[appliesTo];
  const whom = [
    ...(accountsOnly ? ['signed-in customers'] : []),
    ...(firstOrderOnly ? [accountsOnly ? 'on their first order' : 'customers on their first order'] : []),
  ].join(' ');
  const least = [
    ...(minTotal > 0 ? [`a minimum purchase of ${shortRupees(minTotal)}`] : []),
    ...(minQuantity > 0 ? [`a minimum of ${minQuantity} ${minQuantity === 1 ? 'item' : 'items'}`] : []),
  ];
  const times = [
    ...(startsAt ? [`from ${orderDate(startsAt)}`] : []),
    ...(endsAt ? [`until ${orderDate(endsAt)}`] : []),
  ];
  const how = uniqueCodes
    ? 'with unique codes that are used once each'
    : code
      ? `with the code ${code}`
      : 'automatically';
  const uses = [
    ...(maxUses ? [`${counted(maxUses)} in total`] : []),
    ...(maxUsesPerCustomer && !firstOrderOnly ? [`${counted(maxUsesPerCustomer)} per customer`] : []),
  ];
  return [
    `${valueText(value)} off ${what}${whom && `, for ${whom}`}, ${how}.`,
    ...(least.length > 0 ? [`Requires ${least.join(' and ')}.`] : []),
    ...(times.length > 0 ? [`Valid ${times.join(' ')} (India).`] : []),
    ...(uses.length > 0 ? [`At most ${uses.join(', ')}.`] : []),
    combinable
      ? 'Can be combined with other combinable discounts.'
      : 'Can’t be combined with other discounts.',
  ].join(' ');
}

const counted = (times: number) => (times === 1 ? 'once' : `${times.toLocaleString('en-IN')} times`);

/** The words for the states of a discount. */
export const discountStates: Record<Discount['state'], string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
  used_up: 'Used up',
  disabled: 'Disabled',
};
