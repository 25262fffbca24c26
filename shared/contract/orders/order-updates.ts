import { z } from 'zod';
import { orderStatus } from './orders.ts';

/** Query of `GET /order/admin/news`: the `cursor` of the previous reply; without it, the reply has the current cursor. */
export const orderUpdatesQuery = z.object({ after: z.string().max(60).optional() });

/** New and changed orders since the cursor. `missed`: some may be missing, so the list has to be read again. */
export const orderUpdates = z.object({
  cursor: z.string(),
  missed: z.boolean(),
  orders: z.array(z.object({ _id: z.string(), status: orderStatus, isNew: z.boolean() })),
});
export type OrderUpdates = z.infer<typeof orderUpdates>;
