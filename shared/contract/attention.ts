import { z } from 'zod';
import { paging, queryFlag } from './wire.ts';

/**
 * What the owner can do about an item with one click: `refund` gives the money back, `settle` asks the provider
 * again, `retry` handles the message again, `dismiss` takes it off the list.
 */
export const remedy = z.enum(['refund', 'settle', 'retry', 'dismiss']);
export type Remedy = z.infer<typeof remedy>;

/** Something that the owner has to look at. `amount` in rupees, where it is about money. */
export const attentionItem = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  explanation: z.string(),
  order_id: z.string().nullable(),
  order_number: z.string().nullable(),
  amount: z.number().nullable(),
  /** The provider's id of the payment, the message or the refund it is about. */
  reference: z.string(),
  createdAt: z.string(),
  resolvedAt: z.string().nullable(),
  remedies: z.array(remedy),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Query of `GET /attention`: open items, or those dealt with. */
export const attentionQuery = z.object({ ...paging, resolved: queryFlag.default(false) });
export type AttentionQuery = z.infer<typeof attentionQuery>;

/** Body of `POST /attention/{id}/resolve`. */
export const resolveRequest = z.object({ remedy });
