import { z } from 'zod';

const claim = z.object({ title: z.string(), detail: z.string() });

/** Whom a shopper's complaint goes to, as the rules of e-commerce ask; empty where none is named. */
const grievanceOfficer = z.object({ name: z.string(), email: z.string(), phone: z.string() });

/** What the shop says of itself (spec §3 Site info), as it is kept. */
export const siteContent = z.object({
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
  /** In the foot of every page: content for the same reason. */
  welcomeOffer: z.string().default(''),
  grievanceOfficer: grievanceOfficer.default({ name: '', email: '', phone: '' }),
});
export type SiteContent = z.infer<typeof siteContent>;

/** The same, with what pages need to know of the shop's settings. */
export const siteInfo = siteContent.extend({
  legalName: z.string(),
  /** Whether checkout asks for a delivery address. */
  asksForAddress: z.boolean(),
  /** Stock at or below which a variant without a threshold of its own counts as low; null where none is set. */
  lowStockAt: z.number().nullable(),
  /** True while no real payment is taken. */
  testMode: z.boolean(),
});
export type SiteInfo = z.infer<typeof siteInfo>;
