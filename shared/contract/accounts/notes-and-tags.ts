import { z } from 'zod';

/** A tag of an order or a customer, in lower case. */
export const tagName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag needs a name')
  .max(40, 'A tag has at most 40 characters');

/** The most tags of one order or customer. */
export const maxTags = 20;

/**
 * The tags that are added to and removed from an order or a customer, so that two admins do not undo each other's work.
 */
export const tagChange = z.object({
  add: z.array(tagName).max(maxTags).default([]),
  remove: z.array(tagName).max(maxTags).default([]),
});
export type TagChange = z.infer<typeof tagChange>;

/** A note that only admins see. */
export const noteRequest = z.object({
  text: z
    .string('A note needs a text')
    .trim()
    .min(1, 'A note needs a text')
    .max(2000, 'The note is too long'),
});
