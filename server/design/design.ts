import type { StorefrontTheme } from '../../shared/contract/design.ts';
import { themeCss } from '../../shared/theme/theme-css.ts';
import type { PageSection } from '../../web/sections/schemas.ts';
import type { Admin, Deps } from '../deps.ts';
import { getDraftLink } from './draft-links.ts';
import { designFor, readDocument } from './drafts.ts';

export { isDraftLink } from './draft-links.ts';

/** How the storefront looks, for its pages: what is published, or with the drafts. */
export const design = ({ db }: Pick<Deps, 'db'>, { showsDrafts = false } = {}) => ({
  showsDrafts,

  async getTheme(): Promise<StorefrontTheme> {
    const theme = await readDocument(db, 'theme', { showsDrafts });
    return { css: themeCss(theme), header: theme.header, cards: theme.cards };
  },

  /** The sections of the home page. */
  getHome: async (): Promise<PageSection[]> => (await readDocument(db, 'home', { showsDrafts })).sections,
});

/** Designs in the back office. */
export const designAdmin = (deps: Deps, admin: Admin) => ({
  getDraftLink: () => getDraftLink(deps),
  theme: designFor(deps, admin, 'theme'),
});
