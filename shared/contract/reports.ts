import { z } from 'zod';
import { productStatus } from './catalogue/catalogue.ts';
import { orderFilterStatus } from './orders/orders.ts';

/** Sales of the current period and of the previous one up to the same moment. In rupees. */
const period = z.object({ amount: z.number(), before: z.number() });
export type SalesPeriod = z.infer<typeof period>;

/** Sales of a day in India and of the day 30 days earlier. In rupees. */
const salesDay = z.object({ day: z.string(), amount: z.number(), before: z.number() });
export type SalesDay = z.infer<typeof salesDay>;

const productFields = { _id: z.string(), name: z.string(), image: z.string().nullable() };

const bestSeller = z.object({ ...productFields, quantity: z.number(), revenue: z.number() });
export type BestSeller = z.infer<typeof bestSeller>;

/** A variant with low stock; `variant` is empty if the product has no options. */
const lowStockItem = z.object({ ...productFields, variant: z.string(), countInStock: z.number() });

const recentProduct = z.object({
  ...productFields,
  status: productStatus,
  /** In rupees, the lowest of its variants. */
  price: z.number(),
  countInStock: z.number(),
});
export type RecentProduct = z.infer<typeof recentProduct>;

/**
 * Reply of `GET /auth/admin/stats` (spec §3 Dashboard stats). Money in rupees: captured and offline payments less
 * refunds, each at its own time. Days are those of India, a week begins on Monday, a year in January. Hidden orders are
 * excluded.
 */
export const dashboardStats = z.object({
  totalProducts: z.number(),
  totalOrders: z.number(),
  /** Shoppers with an account. */
  totalUsers: z.number(),
  /** Customers without an account. */
  guestUsersCount: z.number(),
  totalRevenue: z.number(),
  /** By status, with refunded orders separate. Only statuses that some order has. */
  /** Orders of the former shop, what was received for them, and how much of that in the last 30 days; in no other figure. */
  formerShop: z.object({ orders: z.number(), amount: z.number(), recent: z.number() }),
  ordersByStatus: z.partialRecord(orderFilterStatus, z.object({ count: z.number(), revenue: z.number() })),
  productStatusStats: z.partialRecord(productStatus, z.number()),
  sales: z.object({ today: period, week: period, month: period, year: period }),
  /** The last 30 days, today last. */
  days: z.array(salesDay),
  /** The top five by units and the top five by revenue of the last 30 days, less refunds, sorted by units. */
  bestSellers: z.array(bestSeller),
  /** `reserved`: the unpaid orders that reserve stock now, and their units. */
  lowStock: z.object({
    items: z.array(lowStockItem),
    total: z.number(),
    reserved: z.object({ orders: z.number(), units: z.number() }),
  }),
  recentProducts: z.array(recentProduct),
  /** The number of open alerts. */
  attention: z.number(),
  /** Orders with units to pack, and with packed parcels to ship. */
  toPack: z.number(),
  toShip: z.number(),
  /** When the newest backup was made that could be restored without errors; null if there is none. */
  lastBackupAt: z.iso.datetime().nullable(),
  /** Its size and its path or address in a bucket. */
  lastBackup: z.object({ bytes: z.number(), file: z.string() }).nullable(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** A kind of violation of the Content-Security-Policy, as browsers have reported it. */
export const policyReport = z.object({
  _id: z.string(),
  /** Such as `script-src-elem`. */
  directive: z.string(),
  /** An origin, or a keyword such as `inline`. */
  blocked: z.string(),
  /** The first part of the page's path. */
  page: z.string(),
  reports: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type PolicyReport = z.infer<typeof policyReport>;
