import { z } from 'zod';
import { singleLine } from './text-fields.ts';

export const policyType = z.enum(
  ['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition'],
  'Choose one of the four policies',
);
export type PolicyType = z.infer<typeof policyType>;

/**
 * `content` is sanitised HTML (a string starting with '<') or the editor's JSON; `html` is the rendered content, safe
 * to show.
 */
const policySection = z.object({
  heading: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  order: z.number(),
});

/** A policy; `html` is null if the stored content can't be read ('Invalid content'). */
export const policy = z.object({
  _id: z.string(),
  type: policyType,
  title: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  sections: z.array(policySection),
  isActive: z.boolean(),
  /** Changes with each save; `POST /policies` sends it back to detect conflicts. */
  version: z.number(),
  lastUpdated: z.string(),
});
export type Policy = z.infer<typeof policy>;

export const policyReply = z.object({ success: z.literal(true), data: policy });
export type PolicyReply = z.infer<typeof policyReply>;
export const policyList = z.object({ success: z.literal(true), data: z.array(policy) });

/** Messages for missing text (spec §5 Policy save). */
export const policyNeeds = 'Please enter a title and main content.';
export const sectionNeeds = 'All sections must have a heading and content.';

/** About 30,000 words in the format of the editor. */
const richText = (message: string) => z.string(message).min(1, message).max(200_000, 'This text is too long');
const line = (message: string) =>
  z.string(message).transform(singleLine).pipe(z.string().min(1, message).max(200, 'At most 200 characters'));

/**
 * Body of `POST /policies`: creates or updates the policy of this type. `version` is the version that the admin has
 * edited, 0 for none; if it is not the current one, the reply is a 409. Without it, the policy is replaced.
 */
export const policyRequest = z.object({
  type: policyType,
  title: line(policyNeeds),
  content: richText(policyNeeds),
  sections: z
    .array(
      z.object({
        heading: line(sectionNeeds),
        content: richText(sectionNeeds),
        order: z.number().optional(),
      }),
      'Must be a list',
    )
    .max(50, 'At most 50 sections')
    .default([]),
  version: z.number().int().min(0).optional(),
});
export type PolicyRequest = z.infer<typeof policyRequest>;

/** A template for a new policy; `content` is HTML (contract §5). */
export const policyTemplate = z.object({
  type: policyType,
  title: z.string(),
  content: z.string(),
  sections: z.array(z.object({ heading: z.string(), content: z.string() })),
});
export type PolicyTemplate = z.infer<typeof policyTemplate>;
export const policyTemplateList = z.object({ success: z.literal(true), data: z.array(policyTemplate) });

/** A sentence of a published policy that the settings contradict. `now`: what is true instead; empty if nothing is. */
const outdatedSentence = z.object({
  says: z.string(),
  now: z.string(),
  setting: z.string(),
  path: z.string(),
});
export type OutdatedSentence = z.infer<typeof outdatedSentence>;

/** A policy beside its draft from the settings. */
const policyReview = z.object({
  template: policyTemplate,
  /** The policy as it is stored, if it is. */
  policy: policy.nullable(),
  /** Whether the policy has the words of the draft. */
  isDraft: z.boolean(),
  outdated: z.array(outdatedSentence),
});
export type PolicyReview = z.infer<typeof policyReview>;
export const policyReviewList = z.object({ success: z.literal(true), data: z.array(policyReview) });
export type PolicyTemplateList = z.infer<typeof policyTemplateList>;
