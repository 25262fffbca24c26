import { z } from 'zod';
import { plainText } from '../text/plain-text.ts';

/** Every error code of the API with its HTTP status. */
export const errorCodes = {
  bad_request: 400,
  validation_failed: 400,
  picture_unreachable: 400,
  unknown_discount_code: 400,
  state_unconfirmed: 400,
  unknown_gift_card: 400,
  unauthorized: 401,
  admin_account: 403,
  forbidden: 403,
  password_change_required: 403,
  second_factor_required: 403,
  shop_closed: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  already_admin: 409,
  already_booked: 409,
  already_resolved: 409,
  amount_changed: 409,
  built_in_role: 409,
  cart_full: 409,
  cod_in_parts: 409,
  cod_unavailable: 409,
  cod_unconfirmed: 409,
  checkout_closed: 409,
  code_taken: 409,
  conflict: 409,
  design_changed: 409,
  discount_not_applicable: 409,
  email_taken: 409,
  guest_account: 409,
  has_account: 409,
  idempotency_mismatch: 409,
  in_use: 409,
  item_unavailable: 409,
  last_admin: 409,
  link_spent: 409,
  mobile_not_proved: 409,
  mobile_taken: 409,
  name_taken: 409,
  not_bookable: 409,
  not_delivered: 409,
  not_editable: 409,
  not_payable: 409,
  not_ready: 409,
  not_undoable: 409,
  nothing_to_fetch: 409,
  nothing_to_pack: 409,
  nothing_to_refund: 409,
  order_changed: 409,
  order_ended: 409,
  other_account: 409,
  out_of_stock: 409,
  payment_requested: 409,
  policy_changed: 409,
  product_changed: 409,
  refund_too_large: 409,
  reservation_limit: 409,
  site_info_changed: 409,
  sku_taken: 409,
  slug_taken: 409,
  stock_changed: 409,
  test_orders_changed: 409,
  too_many_addresses: 409,
  too_many_units: 409,
  too_many_views: 409,
  wishlist_full: 409,
  too_large: 413,
  wrong_type: 415,
  rate_limited: 429,
  too_many_unpaid_orders: 429,
  internal: 500,
  provider_error: 502,
  checkout_queue: 503,
  unavailable: 503,
  storage_full: 507,
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** Any error of any call (contract §1). `errors` only for fields. */
export const errorReply = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(Object.keys(errorCodes) as ErrorCode[]),
  errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;

/** The reply of calls without a result. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() });

/** Units of lines of an order, in requests about a part of it. */
export const lineUnits = z
  .array(
    z.object({
      line_id: z.string().max(100),
      quantity: z
        .int('The quantity must be a whole number')
        .min(1, 'The quantity must be at least 1')
        .max(999),
    }),
  )
  .min(1, 'Choose at least one line')
  .max(50);

/** Rupees with at most two decimals, not negative. */
export const rupeesAmount = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'At most 2 decimals');

const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** A whole number in a query string; anything else is a 400, never a default. */
export const queryInteger = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max.toLocaleString('en-IN')}`;
  return z.string().transform(wholeNumber).pipe(z.number(message).int().min(min).max(max));
};

/** `true` or `false` in a query string. */
export const queryFlag = z.enum(['true', 'false'], 'Must be true or false').transform((v) => v === 'true');

/** A day in India in a query string. PostgreSQL does not know a year 0. */
export const queryDay = z.iso
  .date('Must be a day as in 2026-11-21')
  .refine((text) => text >= '1900', 'Must be a day as in 2026-11-21');

/** Rupees in a query string. */
export const queryRupees = z
  .string()
  .overwrite(plainText)
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Must be an amount in rupees')
  .transform(Number);

/** `page` from 1 and `limit` 1..100 (default 24). */
export const paging = {
  page: queryInteger(1, 1_000_000).default(1),
  limit: queryInteger(1, 100).default(24),
};

/** A request that is repeated with the same key has one effect (contract §1). */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key must be 1 to 200 plain characters')
    .optional(),
});

/**
 * Messages for checks that have none of their own. They begin with “Must”, so that the name of the field can stand before
 * them where it is not shown otherwise.
 */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Must be given'
        : `Must be ${types[issue.expected] ?? 'another value'}`;
    case 'invalid_value':
      return issue.values.length > maxNamed
        ? 'Must be one of the known values'
        : `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_big':
      return `Must ${sizeOf(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return issue.origin !== 'number' && issue.minimum === 1
        ? 'Must not be empty'
        : `Must ${sizeOf(issue.origin, 'at least', issue.minimum)}`;
    case 'invalid_format':
    case 'invalid_union':
    case 'custom':
      return 'Must have another form';
    default:
      return undefined;
  }
}

const maxNamed = 20;
const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const counted: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries' };
const sizeOf = (origin: string, limit: string, size: unknown) =>
  counted[origin] ? `have ${limit} ${size} ${counted[origin]}` : `be ${limit} ${size}`;

z.config({ customError: messageOf });
