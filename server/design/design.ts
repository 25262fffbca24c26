import type { StorefrontTheme } from '../../shared/contract/design.ts';
import { themeCss } from '../../shared/theme/theme-css.ts';
import type { PageSection } from '../../web/sections/schemas.ts';
import type { Admin, Deps } from '../deps.ts';
import { designFor, readPublished } from './drafts.ts';

/** How the storefront looks, for its pages. */
export const design = ({ db }: Pick<Deps, 'db'>) => ({
  async getTheme(): Promise<StorefrontTheme> {
    const theme = await readPublished(db, 'theme');
    return { css: themeCss(theme), header: theme.header, cards: theme.cards };
  },

  /** The sections of the home page. */
  getHome: async (): Promise<PageSection[]> => (await readPublished(db, 'home')).sections,
});

/** Designs in the back office. */
export const designAdmin = (deps: Deps, admin: Admin) => ({ theme: designFor(deps, admin, 'theme') });
