import { z } from 'zod';

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
