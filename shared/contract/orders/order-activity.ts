import { z } from 'zod';

/**
 * What happened to an order besides the events of its timeline: a mail, an issued document, or an action of an admin that
 * only the audit log has.
 */
export const orderActivity = z.object({
  at: z.string(),
  /** The name of the admin, or `Shop`. */
  by: z.string(),
  text: z.string(),
  /** The id of the mail; null for others. */
  mail_id: z.string().nullable(),
});
export type OrderActivity = z.infer<typeof orderActivity>;
