import { z } from 'zod';

export const policyType = z.enum(['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition']);
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
  lastUpdated: z.string(),
});
export type Policy = z.infer<typeof policy>;

export const policyReply = z.object({ success: z.literal(true), data: policy });
export const policyList = z.object({ success: z.literal(true), data: z.array(policy) });

const claim = z.object({ title: z.string(), detail: z.string() });

/** What the shop says of itself (spec §3 Site info), and what pages need to know of its settings. */
export const siteInfo = z.object({
  clientName: z.string(),
  tagline: z.string(),
  address: z.string(),
  mobile: z.string(),
  email: z.string(),
  mapEmbedUrl: z.string(),
  companyImageUrl: z.string(),
  /** Stored paths of the pictures that open the home page; none: those of featured products. */
  heroImages: z.array(z.string()),
  socialLinks: z.object({
    facebook: z.string(),
    instagram: z.string(),
    twitter: z.string(),
    pinterest: z.string(),
  }),
  storyParagraphs: z.array(z.string()),
  values: z.array(z.object({ title: z.string(), description: z.string() })),
  teamMembers: z.array(
    z.object({ _id: z.string(), name: z.string(), position: z.string(), imageUrl: z.string() }),
  ),
  businessHours: z.object({ mon_fri: z.string(), saturday: z.string(), sunday: z.string() }),
  /** Claims of the home page: content, so that a shop says only what is true of it. */
  claims: z.object({ guarantee: claim, shipping: claim, customers: claim, products: claim }),
  /** Whether checkout asks for a delivery address. */
  asksForAddress: z.boolean(),
  /** True while no real payment is taken. */
  testMode: z.boolean(),
});
export type SiteInfo = z.infer<typeof siteInfo>;
