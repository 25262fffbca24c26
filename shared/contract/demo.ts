import { z } from 'zod';

/**
 * Reply of `GET /demo`: the remaining demo content. `groups` are categories, subcategories, brands, product types and
 * attributes that contain nothing of the owner's; `reviews` are reviews and questions; `fields` are names of site
 * information and settings.
 */
export const demoContent = z.object({
  /** Whether real payments are taken. */
  live: z.boolean(),
  products: z.number(),
  groups: z.number(),
  reviews: z.number(),
  policies: z.number(),
  discounts: z.number(),
  fields: z.array(z.string()),
});
export type DemoContent = z.infer<typeof demoContent>;

/** Reply of `POST /demo/remove`: what was removed. */
export const removedDemo = demoContent.omit({ live: true });
export type RemovedDemo = z.infer<typeof removedDemo>;

/** Fields that name the seller on invoices. */
const sellerFields = ['legalName', 'gstin', 'state', 'address', 'mobile', 'email'];

/** Describes demo content, such as '128 products'; empty if there is none. */
export function demoParts({ products, groups, reviews, policies, discounts, fields }: RemovedDemo): string[] {
  const seller = fields.filter((name) => sellerFields.includes(name)).map(words);
  const site = fields.filter((name) => !sellerFields.includes(name)).map(words);
  return [
    counted(products, 'product', 'products'),
    counted(
      groups,
      'category, brand, product type or attribute',
      'categories, brands, product types and attributes',
    ),
    counted(reviews, 'review or question', 'reviews and questions'),
    counted(policies, 'policy', 'policies'),
    counted(discounts, 'discount', 'discounts'),
    seller.length > 0 ? `seller details (${seller.join(', ')})` : '',
    site.length > 0 ? `details of the shop (${site.join(', ')})` : '',
  ].filter(Boolean);
}

const counted = (n: number, singular: string, many: string) =>
  n === 0 ? '' : `${n.toLocaleString('en-IN')} ${n === 1 ? singular : many}`;

const names: Record<string, string> = {
  clientName: 'shop name',
  gstin: 'GSTIN',
  mapEmbedUrl: 'map',
  companyImageUrl: 'company picture',
  heroImages: 'pictures of the home page',
  storyParagraphs: 'story',
};

/** The name of a field as text: 'teamMembers' is 'team members'. */
const words = (field: string) =>
  names[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
