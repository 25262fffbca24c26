import { z } from 'zod';

/** The steps of the guide in which a new shop is set up. */
export const setupStepId = z.enum([
  'look',
  'products',
  'address',
  'delivery',
  'payment',
  'mail',
  'policies',
  'test-order',
]);
export type SetupStepId = z.infer<typeof setupStepId>;

/** Computed from the shop: nothing done yet, done, or something is wrong or incomplete. */
const setupState = z.enum(['todo', 'done', 'attention']);
export type SetupState = z.infer<typeof setupState>;

const setupStep = z.object({ id: setupStepId, state: setupState, note: z.string() });

/** What is untrue or missing, with the page where it is changed. A blocker keeps the shop from opening. */
const setupFinding = z.object({
  kind: z.string(),
  text: z.string(),
  isBlocker: z.boolean(),
  page: z.object({ label: z.string(), path: z.string() }),
});
export type SetupFinding = z.infer<typeof setupFinding>;

/** The newest order through the storefront. */
const firstOrder = z.object({
  _id: z.string(),
  number: z.string(),
  isPaid: z.boolean(),
  isTest: z.boolean(),
  amount: z.number(),
  at: z.string(),
});

/** Reply of `GET /setup`. */
export const setupGuide = z.object({
  isOpen: z.boolean(),
  steps: z.array(setupStep),
  /** The most important first. */
  findings: z.array(setupFinding),
  /** A paid one if there is one, else the newest; null before the first. */
  order: firstOrder.nullable(),
});
export type SetupGuide = z.infer<typeof setupGuide>;
