import { z } from 'zod';
import { queryInteger } from './wire.ts';

/** What the log can be narrowed to: the first word of an action says where it belongs. */
export const logAreas = {
  products: { label: 'Products', actions: ['product', 'batch', 'import'] },
  categories: {
    label: 'Categories',
    actions: ['category', 'subcategory', 'brands', 'productTypes'],
  },
  orders: { label: 'Orders', actions: ['order', 'refund', 'attention'] },
  content: { label: 'Policies and settings', actions: ['policy', 'site-info', 'settings', 'demo'] },
  queries: { label: 'Queries', actions: ['contact', 'contact-query', 'query'] },
  mail: { label: 'Mail', actions: ['mail'] },
  admins: { label: 'Admins', actions: ['admin', 'session'] },
} as const;
export type LogArea = keyof typeof logAreas;
const areas = Object.keys(logAreas) as [LogArea, ...LogArea[]];

const loggedValue = z.union([z.string(), z.number(), z.boolean()]);

/** A field that was changed: its old and its new value, empty where there was or is none. Prices are rupees. */
export const loggedChange = z.object({ field: z.string(), from: loggedValue, to: loggedValue });
export type LoggedChange = z.infer<typeof loggedChange>;

/** One thing that someone did in the back office, or a sign-in to it that failed. */
export const logEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** Null where the account is gone from the books. */
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** As `product.update`. */
  action: z.string(),
  /** The id of what it was done to, or empty. */
  subject: z.string(),
  /** What that is called today, or was called then; empty where nobody knows. */
  subjectName: z.string(),
  /** `changes`, where the entry has them, is a list of LoggedChange. */
  detail: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof logEntry>;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date')
  .refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00+05:30`)), 'Must be a date');

/** Query of `GET /admin/log`: newest first; `before` is the last entry of the page before. Days are Indian. */
export const logQuery = z.object({
  by: z.string().max(100).optional(),
  area: z.enum(areas, 'There is no such area').optional(),
  from: day.optional(),
  to: day.optional(),
  before: queryInteger(1, 999_999_999).optional(),
  limit: queryInteger(1, 100).default(50),
});
export type LogQuery = z.infer<typeof logQuery>;

/** Answer of `GET /admin/log`. `next` is the `before` of the next page; `people` all who ever did something. */
export const logReply = z.object({
  entries: z.array(logEntry),
  next: z.string().nullable(),
  people: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type LogReply = z.infer<typeof logReply>;
