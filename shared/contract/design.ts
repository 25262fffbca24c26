import { z } from 'zod';
import { homeSections, pageSections } from '../../web/sections/schemas.ts';
import { type Theme, theme } from '../theme/theme.ts';
import { line } from './text-fields.ts';

/** A page that is arranged from sections. */
const home = z.object({ sections: pageSections.default(homeSections) });

/** What the owner arranges, by its key in addresses. */
export type Documents = { theme: Theme; home: z.output<typeof home> };
export type DesignKey = keyof Documents;
export const designs: { [Key in DesignKey]: z.ZodType<Documents[Key]> } = { theme, home };

/**
 * A design as its editor shows it. `document`: the draft, else what is published, else the default. `version`: counts
 * the changes of the draft, 0 for none.
 */
const designOf = <Document extends z.ZodType>(document: Document) =>
  z.object({
    document,
    published: document,
    hasDraft: z.boolean(),
    version: z.number(),
    updatedAt: z.string().nullable(),
    updatedBy: z.string(),
    publishedAt: z.string().nullable(),
  });
export const themeDesign = designOf(theme);
export type ThemeDesign = z.infer<typeof themeDesign>;
export type Design<Key extends DesignKey> = Omit<ThemeDesign, 'document' | 'published'> & {
  document: Documents[Key];
  published: Documents[Key];
};

const version = z.int('Must be a number').min(0);

/** Body of `PUT /design/theme`: the draft. 409 with the `current` design if `version` is not the current version. */
export const themeDraft = z.object({ document: theme, version });

/** Body of the calls that change a draft without a document. */
export const designChange = z.object({ version });

/** A published version. `name`: what an admin calls it; empty for most. */
export const designVersion = z.object({
  _id: z.string(),
  name: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string(),
});
export type DesignVersion = z.infer<typeof designVersion>;

/** Body of `PATCH /design/theme/versions/:id`. */
export const versionName = z.object({ name: line('The name', 60) });

/** A link to the drafts: `?draft=` and the token, after the path of any page. */
export const draftLink = z.object({ token: z.string(), expiresAt: z.string() });
export type DraftLink = z.infer<typeof draftLink>;

/** What the pages of the storefront need of the theme. `css`: a style sheet, empty for the default. */
export type StorefrontTheme = Pick<Theme, 'header' | 'cards'> & { css: string };
