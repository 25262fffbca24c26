import { z } from 'zod';

/** Reply of `GET /order/admin/tests`: the number of test orders, and whether the figures count them. */
export const testOrders = z.object({ orders: z.number(), counted: z.boolean(), testMode: z.boolean() });
export type TestOrders = z.infer<typeof testOrders>;

/** Body of `POST /order/admin/tests/remove`: the count that the admin was shown. A different count is a 409. */
export const removeTestOrders = z.object({ orders: z.number().int().min(1) });

/** The reply. `hidden`: the removed orders that stay as hidden ones because they have an invoice number. */
export const removedTestOrders = z.object({ orders: z.number(), hidden: z.number() });
export type RemovedTestOrders = z.infer<typeof removedTestOrders>;
