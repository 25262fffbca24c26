import { z } from 'zod';
import { productStatus } from './catalogue.ts';
import { orderFilterStatus } from './orders.ts';

/** Sales of a period so far, and of the one before up to the same moment of it. In rupees. */
const period = z.object({ amount: z.number(), before: z.number() });
export type SalesPeriod = z.infer<typeof period>;

/** Sales of one Indian day and of the day 30 days earlier. In rupees. */
const salesDay = z.object({ day: z.string(), amount: z.number(), before: z.number() });
export type SalesDay = z.infer<typeof salesDay>;

const seen = { _id: z.string(), name: z.string(), image: z.string().nullable() };

const bestSeller = z.object({ ...seen, quantity: z.number(), revenue: z.number() });
export type BestSeller = z.infer<typeof bestSeller>;

/** A variant that runs low; `variant` is empty where the product has no options. */
const lowStockItem = z.object({ ...seen, variant: z.string(), countInStock: z.number() });

const recentProduct = z.object({
  ...seen,
  status: productStatus,
  /** In rupees, the lowest of its variants. */
  price: z.number(),
  countInStock: z.number(),
});
export type RecentProduct = z.infer<typeof recentProduct>;

/**
 * Answer of `GET /auth/admin/stats` (spec §3 Dashboard stats). Money in rupees: captured and offline payments less
 * refunds, each at the time it moved. Days are Indian, a week begins on Monday, a year in January. Hidden orders
 * count nowhere.
 */
export const dashboardStats = z.object({
  totalProducts: z.number(),
  totalOrders: z.number(),
  /** Shoppers with an account. */
  totalUsers: z.number(),
  /** People who bought and have none. */
  guestUsersCount: z.number(),
  totalRevenue: z.number(),
  /** By where they stand: what was refunded is not paid. Only what some order has. */
  ordersByStatus: z.partialRecord(orderFilterStatus, z.object({ count: z.number(), revenue: z.number() })),
  productStatusStats: z.partialRecord(productStatus, z.number()),
  sales: z.object({ today: period, week: period, month: period, year: period }),
  /** The last 30 days, today last. */
  days: z.array(salesDay),
  /** The first five by units and the first five by revenue of orders of those 30 days, less returns, most units first. */
  bestSellers: z.array(bestSeller),
  lowStock: z.object({ items: z.array(lowStockItem), total: z.number() }),
  recentProducts: z.array(recentProduct),
  /** How many items need attention. */
  attention: z.number(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;
