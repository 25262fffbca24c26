import type { PageDocument, StorefrontTheme } from '../../shared/contract/design.ts';
import { defaultTheme } from '../../shared/theme/theme.ts';
import { paperColours, themeCss } from '../../shared/theme/theme-css.ts';
import type { Admin, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { getDraftLink } from './draft-links.ts';
import { designFor, shownDocument } from './drafts.ts';
import { pageAdmin } from './pages.ts';
import * as queries from './queries.ts';

export { isDraftLink } from './draft-links.ts';

/** How the storefront looks, for its pages: what is published, or with the drafts. */
export const design = ({ db }: Pick<Deps, 'db'>, { showsDrafts = false } = {}) => ({
  showsDrafts,

  async getTheme(): Promise<StorefrontTheme> {
    const row = await queries.findDocuments(db, 'theme');
    const theme = shownDocument('theme', row, showsDrafts) ?? defaultTheme;
    const { header, cards, fonts, motif } = theme;
    return { css: themeCss(theme), paper: paperColours(theme), header, cards, fonts, motif };
  },

  /** The home page, or a page by its address. 404 for a page that is not published. */
  async getPage(address: string | null): Promise<PageDocument> {
    const row =
      address === null ? await queries.findDocuments(db, 'home') : await queries.findPageAt(db, address);
    const page = shownDocument(address === null ? 'home' : 'page', row, showsDrafts);
    if (!page) throw notFound();
    return page;
  },
});

/** Designs in the back office. */
export const designAdmin = (deps: Deps, admin: Admin) => ({
  getDraftLink: () => getDraftLink(deps),
  theme: designFor(deps, admin, { kind: 'theme', key: 'theme' }),
  ...pageAdmin(deps, admin),
});
