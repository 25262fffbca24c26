import { z } from 'zod';

/** The kinds of pages that are counted. */
const pageKinds = ['home', 'listing', 'product', 'cart', 'checkout', 'other'] as const;

/** Query of `POST /visits`: what a visitor has just done. It has no body, so that browsers can send it as a beacon. */
export const visitQuery = z.object({
  event: z.enum(['view', 'search', 'add']),
  page: z.enum(pageKinds).optional(),
  /** The slug of the product that is viewed or added. */
  product: z.string().max(200).optional(),
  /** The host of the page from which the visitor came to the shop; empty if none. Absent within the shop. */
  from: z.string().max(253).optional(),
});
export type VisitQuery = z.infer<typeof visitQuery>;

/** The periods that the report can have, in days. */
export const visitPeriods = ['7', '30', '90'] as const;
export const visitReportQuery = z.object({ days: z.enum(visitPeriods).default('30') });

const counts = z.object({
  visits: z.number(),
  views: z.number(),
  productViews: z.number(),
  searches: z.number(),
  adds: z.number(),
  checkouts: z.number(),
  /** Orders that were placed then and are sold. */
  orders: z.number(),
});
export type VisitCounts = z.infer<typeof counts>;

/** Reply of `GET /visits`: the last days in India, today last, their sum, and that of as many days before. */
export const visitReport = z.object({
  total: counts,
  before: counts,
  days: z.array(counts.extend({ day: z.string() })),
  /** From where visits began, the most frequent first. */
  sources: z.array(z.object({ source: z.string(), visits: z.number() })),
  /** The most viewed products, with the number of orders that contain them. */
  products: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      views: z.number(),
      adds: z.number(),
      orders: z.number(),
    }),
  ),
});
export type VisitReport = z.infer<typeof visitReport>;
