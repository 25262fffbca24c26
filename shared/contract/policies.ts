import { z } from 'zod';

export const policyType = z.enum(
  ['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition'],
  'Choose one of the four policies',
);
export type PolicyType = z.infer<typeof policyType>;

/** `content` is sanitised HTML (a string starting with '<') or the editor's JSON; `html` is it rendered, safe to show. */
const policySection = z.object({
  heading: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  order: z.number(),
});

/** A policy as shown: `html` is null where the stored content can't be read ('Invalid content'). */
export const policy = z.object({
  _id: z.string(),
  type: policyType,
  title: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  sections: z.array(policySection),
  isActive: z.boolean(),
  /** Grows with each saving: what a writer saw goes back with `POST /policies`. */
  version: z.number(),
  lastUpdated: z.string(),
});
export type Policy = z.infer<typeof policy>;

export const policyReply = z.object({ success: z.literal(true), data: policy });
export type PolicyReply = z.infer<typeof policyReply>;
export const policyList = z.object({ success: z.literal(true), data: z.array(policy) });

/** What is said where something is missing (spec §5 Policy save). */
export const policyNeeds = 'Please enter a title and main content.';
export const sectionNeeds = 'All sections must have a heading and content.';

/** Some 30,000 words with their marks, as the editor writes them. */
const richText = (needed: string) => z.string(needed).min(1, needed).max(200_000, 'This text is too long');
const line = (needed: string) =>
  z
    .string(needed)
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().min(1, needed).max(200, 'At most 200 characters'));

/**
 * Body of `POST /policies`: makes the policy of this type, or changes it. `version` is the one that the writer saw,
 * 0 for none; where another stands by now the answer is a 409. Left out, whatever stands is replaced.
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

/** A text to begin with; `content` is HTML (contract §5). */
export const policyTemplate = z.object({
  type: policyType,
  title: z.string(),
  content: z.string(),
  sections: z.array(z.object({ heading: z.string(), content: z.string() })),
});
export type PolicyTemplate = z.infer<typeof policyTemplate>;
export const policyTemplateList = z.object({ success: z.literal(true), data: z.array(policyTemplate) });
export type PolicyTemplateList = z.infer<typeof policyTemplateList>;
