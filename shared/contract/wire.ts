import { z } from 'zod';

/** Any error of any call (contract §1). `errors` only for fields. */
export const errorReply = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;

/** The answer to a removal and to calls that have nothing to tell. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() });

/** Rupees with at most two decimals, not negative. */
export const rupeesAmount = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'At most 2 decimals');

const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** A whole number in a query string; anything else is a 400, never a default. */
export const queryInteger = (min: number, max: number) =>
  z.string().transform(wholeNumber).pipe(z.number('Must be a whole number').int().min(min).max(max));

/** `true` or `false` in a query string. */
export const queryFlag = z.enum(['true', 'false'], 'Must be true or false').transform((v) => v === 'true');

/** Rupees in a query string. */
export const queryRupees = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Must be an amount in rupees')
  .transform(Number);

/** `page` from 1 and `limit` 1..100 (default 24). */
export const paging = {
  page: queryInteger(1, 1_000_000).default(1),
  limit: queryInteger(1, 100).default(24),
};

/** An id in a path: opaque to the client. What is no id of ours is simply not found. */
export const idParams = z.object({ id: z.string().max(300) });
