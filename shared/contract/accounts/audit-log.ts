import { z } from 'zod';
import { queryDay, queryInteger } from '../wire.ts';

/** Filters of the audit log by the first part of an action. */
export const logAreas = {
  products: { label: 'Products', actions: ['product', 'batch', 'import'] },
  categories: {
    label: 'Categories',
    actions: ['category', 'subcategory', 'brands', 'productTypes', 'attribute', 'size-guides'],
  },
  orders: { label: 'Orders', actions: ['order', 'cod', 'refund', 'attention'] },
  discounts: { label: 'Discounts and gift cards', actions: ['discount', 'giftCard'] },
  customers: { label: 'Customers', actions: ['customer'] },
  reviews: { label: 'Reviews and questions', actions: ['review', 'question'] },
  content: {
    label: 'Policies and settings',
    actions: ['policy', 'site-info', 'settings', 'courier', 'search', 'demo', 'shop', 'opening'],
  },
  queries: { label: 'Queries', actions: ['contact', 'contact-query', 'query'] },
  mail: { label: 'Mail', actions: ['mail'] },
  admins: { label: 'Staff and roles', actions: ['log', 'backup', 'database', 'admin', 'session', 'role'] },
} as const;
export type LogArea = keyof typeof logAreas;
const areas = Object.keys(logAreas) as [LogArea, ...LogArea[]];

const loggedValue = z.union([z.string(), z.number(), z.boolean()]);

/** A changed field with its old and new value, empty if there is none. Prices in rupees. */
export const loggedChange = z.object({ field: z.string(), from: loggedValue, to: loggedValue });
export type LoggedChange = z.infer<typeof loggedChange>;

/** An action of an admin, or failed sign-ins to the back office. */
export const logEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** Null for failed sign-ins. The `_id` is empty for the command line and for the shop itself. */
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The network address of the caller; empty if unknown. */
  address: z.string(),
  /** Such as `product.update`. */
  action: z.string(),
  /** The id of the changed object, or empty. */
  subject: z.string(),
  /** The current name of the object, or the recorded one; empty if unknown. */
  subjectName: z.string(),
  /** `changes`, if present, is a list of LoggedChange. */
  detail: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof logEntry>;

/** Query of `GET /admin/log`: newest first; `before` is the id of the last entry of the previous page. Days in India. */
export const logQuery = z.object({
  by: z.string().max(100).optional(),
  area: z.enum(areas, 'There is no such area').optional(),
  from: queryDay.optional(),
  to: queryDay.optional(),
  before: queryInteger(1, 999_999_999).optional(),
  limit: queryInteger(1, 100).default(50),
});
export type LogQuery = z.infer<typeof logQuery>;

/** Reply of `GET /admin/log`. `next` is the `before` of the next page; `people` are all admins in the log. */
export const logReply = z.object({
  entries: z.array(logEntry),
  next: z.string().nullable(),
  people: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type LogReply = z.infer<typeof logReply>;
