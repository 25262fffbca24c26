import { z } from 'zod';
import { paging, queryFlag } from './wire.ts';

/**
 * An action on an alert: `refund` the payment, `settle` by querying the provider again, `retry` the event, or `dismiss`
 * the alert.
 */
export const remedy = z.enum(['refund', 'settle', 'retry', 'dismiss']);
export type Remedy = z.infer<typeof remedy>;

/** A page of the back office, with the text of its link. */
const attentionPage = z.object({ label: z.string(), path: z.string() });
export type AttentionPage = z.infer<typeof attentionPage>;

/** An alert. `amount` in rupees, if it concerns a payment or refund. */
export const attentionItem = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  explanation: z.string(),
  order_id: z.string().nullable(),
  order_number: z.string().nullable(),
  amount: z.number().nullable(),
  /** The provider's id of the payment, event or refund. */
  reference: z.string(),
  createdAt: z.string(),
  resolvedAt: z.string().nullable(),
  remedies: z.array(remedy),
  /** Where what is wrong can be changed; null if there is no such page. */
  page: attentionPage.nullable(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Query of `GET /attention`: open or resolved alerts. */
export const attentionQuery = z.object({ ...paging, resolved: queryFlag.default(false) });
export type AttentionQuery = z.infer<typeof attentionQuery>;

/** Body of `POST /attention/{id}/resolve`. */
export const resolveRequest = z.object({ remedy });
