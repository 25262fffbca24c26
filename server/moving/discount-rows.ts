import type { z } from 'zod';
import type { MoveProgram } from '../../shared/contract/moves.ts';
import { toRupees } from '../../shared/money.ts';
import { readYesNo } from '../../shared/spreadsheets.ts';
import type { Row } from '../csv/table.ts';
import { cellOf, momentOf, paiseOf } from './cells.ts';
import { discountRecord, leftOut, type ReadRecord } from './records.ts';

type Input = z.input<typeof discountRecord>;
/** What a discount of ours can't express, in one sentence. */
class Inexpressible extends Error {}
const refuse = (why: string): never => {
  throw new Inexpressible(why);
};

/** A discount of a row; left out with the reason if its rules can't be expressed. */
export function readDiscount(row: Row, program: MoveProgram, now: Date): ReadRecord {
  const code = cellOf(row, ...(program === 'shopify' ? ['Name'] : wooColumns.code));
  try {
    const input = program === 'shopify' ? shopifyDiscount(row, code) : wooDiscount(row, code);
    if (input.endsAt && Date.parse(input.endsAt) <= now.getTime()) refuse('It has ended');
    const parsed = discountRecord.safeParse(input);
    if (!parsed.success) return leftOut(row.line, code, parsed.error.issues[0]?.message ?? 'Not valid');
    const { data } = parsed;
    return { line: row.line, key: data.code, label: data.code ?? '', data, reason: '' };
  } catch (error) {
    if (error instanceof Inexpressible) return leftOut(row.line, code, error.message);
    throw error;
  }
}

function shopifyDiscount(row: Row, code: string): Input {
  const cell = (...columns: string[]) => cellOf(row, ...columns);
  const [type, target] = [cell('Type').toLowerCase(), cell('Discount Class').toLowerCase()];
  const isFreeShipping = type.includes('shipping') || target === 'shipping';
  if (cell('Status').toLowerCase() === 'expired') refuse('It has ended');
  if (type.includes('buy') || type.includes('app'))
    refuse('The file does not state the rules of a discount of this type');
  if (target === 'product') refuse('It applies to certain products, which the file does not name');
  const customers = cell('Customer Selection').toLowerCase();
  if (customers && !/^(all|everyone)/.test(customers))
    refuse('It is for certain customers, whom the file does not name');
  const minimum = cell('Minimum Purchase Requirements');
  return {
    ...base(code),
    enabled: true,
    value: isFreeShipping ? { type: 'free_shipping' } : reductionOf(cell('Value'), cell('Value Type')),
    appliesTo: 'order',
    ...minimumOf(minimum),
    startsAt: dateOf(cell('Start'), 'start'),
    endsAt: dateOf(cell('End'), 'end'),
    maxUses: usesLeft(cell('Usage Limit Per Code'), cell('Times Used In Total')),
    maxUsesPerCustomer: readYesNo(cell('Applies Once Per Customer')) ? 1 : null,
    combinable: ['Order', 'Product', 'Shipping'].some((kind) =>
      readYesNo(cell(`Combines with ${kind} Discounts`)),
    ),
  };
}

const wooColumns = {
  code: ['post_title', 'code', 'coupon_code', 'Coupon Code'],
  type: ['discount_type', 'type', 'Discount Type'],
  amount: ['coupon_amount', 'amount', 'Coupon Amount', 'Amount'],
  free: ['free_shipping', 'enable_free_shipping', 'Allow Free Shipping', 'Free shipping'],
  minimum: ['minimum_amount', 'Minimum Spend', 'Minimum amount'],
  maximum: ['maximum_amount', 'Maximum Spend', 'Maximum amount'],
  products: ['product_ids', 'products', 'Products', 'product_skus'],
  notProducts: ['exclude_product_ids', 'exclude_products', 'Exclude Products', 'excluded_product_ids'],
  categories: ['product_categories', 'Product Categories'],
  notCategories: ['exclude_product_categories', 'excluded_product_categories', 'Exclude Categories'],
  emails: ['customer_email', 'customer_emails', 'email_restrictions', 'Email Restrictions', 'Allowed Emails'],
  items: ['limit_usage_to_x_items'],
  sale: ['exclude_sale_items', 'Exclude Sale Items'],
  individual: ['individual_use', 'Individual Use', 'Individual Use Only'],
  status: ['post_status', 'status', 'Status'],
  ends: ['date_expires', 'expiry_date', 'Expiry Date', 'Coupon Expiry Date'],
  limit: ['usage_limit', 'Usage Limit', 'Usage Limit Per Coupon'],
  used: ['usage_count', 'Usage Count'],
  perUser: ['usage_limit_per_user', 'Usage Limit Per User'],
} as const;

function wooDiscount(row: Row, code: string): Input {
  const cell = (field: keyof typeof wooColumns) => cellOf(row, ...wooColumns[field]);
  const isSet = (field: keyof typeof wooColumns) => !/^(|0|\[\]|a:0:\{\})$/.test(cell(field));
  const type = cell('type').toLowerCase();
  if (cell('status') && !/^(publish|published|active|future)$/i.test(cell('status')))
    refuse('It is not published');
  if (type.includes('product')) refuse('It takes an amount off each product, which a discount here can’t');
  if (isSet('products') || isSet('notProducts') || isSet('categories') || isSet('notCategories'))
    refuse('It applies to certain products or categories, which are named by their ids of the former shop');
  if (isSet('emails')) refuse('It is for certain e-mail addresses only');
  if (isSet('maximum')) refuse('It has a maximum amount, which a discount here can’t');
  if (isSet('items')) refuse('It applies to a limited number of items, which a discount here can’t');
  if (readYesNo(cell('sale'))) refuse('It leaves out reduced products, which a discount here can’t');
  const amount =
    paiseOf(cell('amount')) ?? refuse(`The amount “${cell('amount').slice(0, 30)}” can’t be read`);
  const isFree = readYesNo(cell('free')) ?? false;
  if (isFree && amount > 0)
    refuse('It takes off an amount and the delivery charge, which are two discounts here');
  return {
    ...base(code),
    enabled: true,
    value: isFree ? { type: 'free_shipping' } : reductionOf(cell('amount'), type),
    appliesTo: 'order',
    ...minimumOf(cell('minimum')),
    // A coupon is valid until the end of its last day.
    endsAt: endOf(cell('ends')),
    maxUses: usesLeft(cell('limit'), cell('used')),
    maxUsesPerCustomer: limitOf(cell('perUser')),
    combinable: readYesNo(cell('individual')) === false,
  };
}

const base = (code: string) => ({ title: code.slice(0, 60), code });

function reductionOf(cell: string, type: string): Input['value'] {
  const paise = Math.abs(
    paiseOf(cell.replace(/%$/, '')) ?? refuse(`The value “${cell.slice(0, 30)}” can’t be read`),
  );
  return /percent/i.test(type)
    ? { type: 'percent', percent: toRupees(paise) }
    : { type: 'amount', amount: toRupees(paise) };
}

function minimumOf(cell: string): { minTotal?: number; minQuantity?: number } {
  const [, items] = /^(\d+)\s*items?$/i.exec(cell) ?? [];
  if (items) return { minQuantity: Number(items) };
  if (!cell || /^none$/i.test(cell)) return {};
  const paise = paiseOf(cell) ?? refuse(`The minimum purchase “${cell.slice(0, 40)}” can’t be read`);
  return { minTotal: toRupees(paise) };
}

function dateOf(cell: string, what: string): string | null {
  if (!cell) return null;
  return momentOf(cell) ?? refuse(`The ${what} “${cell.slice(0, 30)}” can’t be read`);
}

/** The end of a day; a number is seconds since 1970. */
function endOf(cell: string): string | null {
  if (!cell || cell === '0') return null;
  if (/^\d{9,11}$/.test(cell)) return new Date(Number(cell) * 1000).toISOString();
  const moment = dateOf(cell, 'end') ?? '';
  if (/\d:\d/.test(cell)) return moment;
  return new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00+05:30`) + 86_400_000).toISOString();
}

function limitOf(cell: string): number | null {
  const limit = Number(cell || 0);
  if (!Number.isInteger(limit) || limit < 0) refuse(`The limit “${cell.slice(0, 20)}” can’t be read`);
  return limit || null;
}

/** How often a discount can still be used; null for any number. */
function usesLeft(limitCell: string, usedCell: string): number | null {
  const limit = limitOf(limitCell);
  if (limit === null) return null;
  const left = limit - (Number(usedCell) || 0);
  return left > 0 ? left : refuse('It is used up');
}
