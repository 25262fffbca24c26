import type { Discount, DiscountInput } from '../contract/catalogue/discounts.ts';
import { shortRupees } from '../money.ts';
import { orderDate } from './order-date.ts';

type Targets = Pick<DiscountInput, 'appliesTo' | 'targets'>;
type BuyXGetY = Extract<DiscountInput['value'], { type: 'buy_x_get_y' }>;

/** What the footer of the storefront says about a discount: 'Get 10% off your first order when you sign up.' */
export function welcomeSentence(discount: Omit<DiscountInput, 'targets'>): string {
  const { accountsOnly, newAccountDays, onlineOnly, code } = discount;
  const conditions = [
    ...(accountsOnly || newAccountDays ? ['sign up'] : []),
    ...(onlineOnly ? ['pay online'] : []),
  ];
  const condition = conditions.length > 0 ? ` when you ${conditions.join(' and ')}` : '';
  const how = code ? ` Use the code ${code}.` : '';
  return `${welcomeOffer(discount)}${condition}.${how}`;
}

function welcomeOffer(discount: Omit<DiscountInput, 'targets'>): string {
  const { value, appliesTo, firstOrderOnly, minTotal, minQuantity } = discount;
  const least = [
    ...(minTotal > 0 ? [shortRupees(minTotal)] : []),
    ...(minQuantity > 1 ? [units(minQuantity, 'item')] : []),
  ];
  const from = least.length > 0 ? ` from ${least.join(' and ')}` : '';
  const order = firstOrderOnly ? 'your first order' : 'your order';
  const inFirst = firstOrderOnly ? ' in your first order' : '';
  const things = appliesTo === 'order' ? 'products' : 'selected products';
  switch (value.type) {
    case 'buy_x_get_y': {
      const buys =
        minQuantity > 0
          ? `${minQuantity} ${minQuantity === 1 ? things.slice(0, -1) : things}`
          : `${things} for ${shortRupees(minTotal)}`;
      return `Buy ${buys} and get ${value.quantity} ${reducedText(value)}${inFirst}`;
    }
    case 'free_shipping':
      return `Get free shipping on ${order}${appliesTo === 'order' ? '' : ` of ${things}`}${from}`;
    case 'fixed_price':
      return `Get selected products for ${shortRupees(value.price)} each${inFirst}${from}`;
    default:
      return `Get ${offText(value)} ${appliesTo === 'order' ? order : `${things}${inFirst}`}${from}`;
  }
}

const offText = (value: Extract<DiscountInput['value'], { type: 'percent' | 'amount' }>) =>
  value.type === 'percent' ? `${value.percent}% off` : `${shortRupees(value.amount)} off`;

const reducedText = ({ percent }: BuyXGetY) => (percent === 100 ? 'free' : `at ${percent}% off`);

/** What a discount does, for the back office: for whom, on what, when, and how often. */
export function discountSentence(discount: DiscountInput): string {
  const { value, code, onlineOnly, firstOrderOnly, minTotal, minQuantity } = discount;
  const { startsAt, endsAt, maxUses, maxUsesPerCustomer, combinable, uniqueCodes } = discount;
  const { maxUsesPerCustomerPerDay: maxPerDay } = discount;
  const whom = whomText(discount);
  const isDeal = value.type === 'buy_x_get_y';
  const least = [
    ...(minTotal > 0 && !isDeal ? [`a minimum purchase of ${shortRupees(minTotal)}`] : []),
    ...(minQuantity > 0 && !isDeal ? [`a minimum of ${units(minQuantity, 'item')}`] : []),
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
  const perOrder = isDeal ? (minQuantity > 0 ? value.maxPerOrder : 1) : null;
  const uses = [
    ...(perOrder ? [`${counted(perOrder)} per order`] : []),
    ...(maxUses ? [`${counted(maxUses)} in total`] : []),
    ...(maxUsesPerCustomer && !firstOrderOnly ? [`${counted(maxUsesPerCustomer)} per customer`] : []),
    ...(maxPerDay ? [`${counted(maxPerDay)} per customer and day`] : []),
  ];
  return [
    `${whatItDoes(discount)}${whom && `, for ${whom}`}, ${how}.`,
    ...(onlineOnly ? ['Only for orders that are paid online.'] : []),
    ...(least.length > 0 ? [`Requires ${least.join(' and ')}.`] : []),
    ...(times.length > 0 ? [`Valid ${times.join(' ')} (India).`] : []),
    ...(uses.length > 0 ? [`At most ${uses.join(', ')}.`] : []),
    combinable
      ? 'Can be combined with other combinable discounts.'
      : 'Can’t be combined with other discounts.',
  ].join(' ');
}

/** The customers of a discount; empty for all. */
function whomText({ accountsOnly, newAccountDays, customerTags, firstOrderOnly }: DiscountInput): string {
  const isSignedIn = accountsOnly || newAccountDays !== null || customerTags.length > 0;
  const parts = [
    ...(customerTags.length > 0 ? [`with the tag ${customerTags.join(' or ')}`] : []),
    ...(newAccountDays ? [`whose account is at most ${units(newAccountDays, 'day')} old`] : []),
    ...(firstOrderOnly ? ['on their first order'] : []),
  ];
  if (!isSignedIn && parts.length === 0) return '';
  return [isSignedIn ? 'signed-in customers' : 'customers', ...parts].join(' ');
}

function whatItDoes(discount: DiscountInput): string {
  const { value, appliesTo, minQuantity, minTotal } = discount;
  switch (value.type) {
    case 'buy_x_get_y': {
      const buys =
        minQuantity > 0
          ? `${units(minQuantity, 'unit')} of ${targetText(discount)}`
          : `${targetText(discount)} for at least ${shortRupees(minTotal)}`;
      const gets = `${units(value.quantity, 'unit')} of ${targetText(value)} ${reducedText(value)}`;
      return `Buy ${buys}, get ${gets}, the cheapest first`;
    }
    case 'free_shipping':
      return `Free shipping on ${appliesTo === 'order' ? 'any order' : `orders with ${targetText(discount)}`}`;
    case 'fixed_price':
      return `${shortRupees(value.price)} for each unit of ${targetText(discount)} that costs more`;
    default:
      return `${offText(value)} ${appliesTo === 'order' ? 'the order' : targetText(discount)}`;
  }
}

function targetText({ appliesTo, targets }: Targets): string {
  if (appliesTo === 'order') return 'any products';
  if (appliesTo === 'products') return units(targets.length, 'product');
  return `the products of ${targets.length} ${targets.length === 1 ? 'category' : 'categories'}`;
}

const units = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const counted = (times: number) => (times === 1 ? 'once' : `${times.toLocaleString('en-IN')} times`);

/** The words for the states of a discount. */
export const discountStates: Record<Discount['state'], string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
  used_up: 'Used up',
  disabled: 'Disabled',
};
