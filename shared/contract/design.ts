import { z } from 'zod';
import { homeSections, pageSections } from '../../web/sections/schemas.ts';
import { defaultTheme, type Theme, theme } from '../theme/theme.ts';
import { line, requiredLine } from './text-fields.ts';

/**
 * A page that is arranged from sections. `address`: the last part of its address, such as `about-our-weavers`; the home
 * page has neither that nor a title. `description`: for search engines.
 */
export const pageDocument = z.object({
  title: line('The title', 120).default(''),
  address: line('The address', 100).default(''),
  description: line('The description', 300).default(''),
  sections: pageSections.default([]),
});
export type PageDocument = z.output<typeof pageDocument>;

/** What the owner arranges, by its kind. */
export type Documents = { theme: Theme; home: PageDocument; page: PageDocument };
export type DesignKind = keyof Documents;
export const documents: { [Kind in DesignKind]: z.ZodType<Documents[Kind]> } = {
  theme,
  home: pageDocument,
  page: pageDocument,
};

/** What is shown as long as nothing is published. A page that is not published does not exist. */
export const presets: { [Kind in DesignKind]: Documents[Kind] | null } = {
  theme: defaultTheme,
  home: pageDocument.parse({ sections: homeSections }),
  page: null,
};

/**
 * A design as its editor shows it. `document`: the draft, else what is published. `published`: null for a page that is
 * not published. `version`: counts the changes of the draft, 0 for none.
 */
const designOf = <Document extends z.ZodType>(document: Document) =>
  z.object({
    document,
    published: document.nullable(),
    hasDraft: z.boolean(),
    version: z.number(),
    updatedAt: z.string().nullable(),
    updatedBy: z.string(),
    publishedAt: z.string().nullable(),
  });
export const themeDesign = designOf(theme);
export type ThemeDesign = z.infer<typeof themeDesign>;
export const pageDesign = designOf(pageDocument);
export type PageDesign = z.infer<typeof pageDesign>;
export type Design<Kind extends DesignKind> = Omit<ThemeDesign, 'document' | 'published'> & {
  document: Documents[Kind];
  published: Documents[Kind] | null;
};

/** A page in the list of all; the home page comes first. */
export const pageSummary = z.object({
  key: z.string(),
  kind: z.enum(['home', 'page']),
  title: z.string(),
  /** Where it is, or will be once it is published; `/` for the home page. */
  path: z.string(),
  isPublished: z.boolean(),
  hasDraft: z.boolean(),
  updatedAt: z.string().nullable(),
});
export type PageSummary = z.infer<typeof pageSummary>;

/** Body of `POST /design/pages`. */
export const newPage = z.object({ title: requiredLine('The title', 120) });
export const createdPage = z.object({ key: z.string() });

const version = z.int('Must be a number').min(0);

/** Body of `PUT /design/theme`: the draft. 409 with the `current` design if `version` is not the current version. */
export const themeDraft = z.object({ document: theme, version });
/** Body of `PUT /design/pages/:key`, in the same way. */
export const pageDraft = z.object({ document: pageDocument, version });

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

/** A published version of the theme. */
export const themeVersion = designVersion.extend({ document: theme });
export type ThemeVersion = z.infer<typeof themeVersion>;

/** Body of `PATCH /design/theme/versions/:id`. */
export const versionName = z.object({ name: line('The name', 60) });

/** A link to the drafts: `?draft=` and the token, after the path of any page. */
export const draftLink = z.object({ token: z.string(), expiresAt: z.string() });
export type DraftLink = z.infer<typeof draftLink>;

/** A stored picture and its size in pixels. */
export type LogoPicture = { path: string; width: number; height: number };

/**
 * What the pages of the storefront need of the theme. `css`: a style sheet, empty for the default. `paper`: the
 * background of both schemes. `logo`: the pictures of both schemes, if there are any.
 */
export type StorefrontTheme = Pick<Theme, 'header' | 'cards' | 'fonts' | 'motif'> & {
  css: string;
  paper: Record<'light' | 'dark', string>;
  logo?: Record<'light' | 'dark', LogoPicture>;
};
