import { z } from 'zod';
import { holiday } from './opening.ts';
import { deliverySummary } from './orders/delivery.ts';
import { searchField } from './text-fields.ts';
import { paging } from './wire.ts';

const claim = z.object({ title: z.string(), detail: z.string() });

/** What the home page shows in a part of each year: products with a value of an attribute, such as `occasion:diwali`. */
const season = z.object({
  title: z.string(),
  text: z.string(),
  filter: z.string(),
  /** The first and last day of each year, such as `11-15`. */
  from: z.string(),
  to: z.string(),
});
export type Season = z.infer<typeof season>;

/** The contact for complaints, required by the e-commerce rules; empty if none is named. */
const grievanceOfficer = z.object({ name: z.string(), email: z.string(), phone: z.string() });

/** The site information (spec §3 Site info), as stored. */
export const siteContent = z.object({
  clientName: z.string(),
  tagline: z.string(),
  address: z.string(),
  mobile: z.string(),
  email: z.string(),
  mapEmbedUrl: z.string(),
  companyImageUrl: z.string(),
  /** Paths of the pictures at the top of the home page; if empty, those of featured products are shown. */
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
  /** Claims of the home page. They are content, so that a shop makes only claims that are true. */
  claims: z.object({ guarantee: claim, shipping: claim, customers: claim, products: claim }),
  grievanceOfficer: grievanceOfficer.default({ name: '', email: '', phone: '' }),
  /** The mobile number for questions on WhatsApp; empty for none. */
  whatsapp: z.string().default(''),
  /** Days after delivery within which products can be returned; null if the product page does not say. */
  returnDays: z.number().nullable().default(null),
  seasons: z.array(season).default([]),
  /** The products that the home page offers as gifts, such as `occasion:gifts`; empty for none. */
  giftFilter: z.string().default(''),
});
export type SiteContent = z.infer<typeof siteContent>;

/** The site information with the settings that pages use. */
export const siteInfo = siteContent.extend({
  /** What the footer of every page says about the discount that it names; empty without one. */
  welcomeOffer: z.string(),
  delivery: deliverySummary,
  legalName: z.string(),
  /** Whether checkout asks for a delivery address. */
  asksForAddress: z.boolean(),
  /** Whether checkout offers a gift message, and asks for consent to updates on WhatsApp. */
  offersGiftMessage: z.boolean(),
  asksForWhatsapp: z.boolean(),
  /** Whether invoices are tax invoices, so that checkout asks businesses for their GSTIN. */
  issuesTaxInvoices: z.boolean(),
  /** Stock at or below which a variant without its own threshold counts as low; null if none is set. */
  lowStockAt: z.number().nullable(),
  /** To which visits are passed on if the visitor consents (decision 131); empty for none. */
  ga4Id: z.string(),
  metaPixelId: z.string(),
  /** True if no real payments are taken. */
  testMode: z.boolean(),
  /** Whether everyone may see the storefront. */
  isOpen: z.boolean(),
  /** While set, the shop takes no orders until a day, as `text` says. */
  holiday: holiday.extend({ text: z.string() }).nullable(),
});
export type SiteInfo = z.infer<typeof siteInfo>;

/** How many redirects a shop can have. */
export const maxRedirects = 20_000;

const address = z.string().trim().min(1, 'Enter an address, such as /collections/cushions').max(500);

/** An address without a page, and the address of the shop to which its visitors are sent; both begin with `/`. */
export const redirectChange = z.object({ from: address, to: address });
export type RedirectChange = z.infer<typeof redirectChange>;

export const redirect = redirectChange.extend({ _id: z.string() });
export type Redirect = z.infer<typeof redirect>;

/** Query of `GET /settings/redirects`. `search` is a part of either address. */
export const redirectQuery = z.object({ ...paging, search: searchField });
export type RedirectQuery = z.infer<typeof redirectQuery>;

/** Reply of `POST /settings/redirects/import`: how many were saved, and the first lines that were not. */
export const redirectImport = z.object({
  saved: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  skippedCount: z.number(),
});
export type RedirectImport = z.infer<typeof redirectImport>;
