import type { PageDocument, StorefrontTheme } from '../../shared/contract/design.ts';
import { defaultTheme } from '../../shared/theme/theme.ts';
import { paperColours, themeCss } from '../../shared/theme/theme-css.ts';
import { findSaleEnds } from '../catalogue/catalogue.ts';
import type { Admin, Deps } from '../deps.ts';
import { getDiscountEnd } from '../discounts/discounts.ts';
import { notFound } from '../errors.ts';
import { getDraftLink } from './draft-links.ts';
import { designFor, shownDocument } from './drafts.ts';
import { isShownAt, listPublishedPages, pageAdmin } from './pages.ts';
import * as queries from './queries.ts';

export { isDraftLink } from './draft-links.ts';
export { announceDueSections, listPublishedPages } from './pages.ts';

/** How the storefront looks, for its pages: what is published, or with the drafts. */
export const design = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { showsDrafts = false } = {}) => ({
  showsDrafts,

  async getTheme(): Promise<StorefrontTheme> {
    const row = await queries.findDocuments(db, 'theme');
    const theme = shownDocument('theme', row, showsDrafts) ?? defaultTheme;
    const { header, cards, fonts, motif } = theme;
    return { css: themeCss(theme), paper: paperColours(theme), header, cards, fonts, motif };
  },

  /**
   * The home page, or a page by its address, with the sections of this time. 404 for a page that is not published. With
   * the drafts it has the sections of all times, and a page is also found by its key and the address of its draft.
   */
  async getPage(address: string | null): Promise<PageDocument> {
    const find = showsDrafts ? queries.findDraftAt : queries.findPageAt;
    const row = address === null ? await queries.findDocuments(db, 'home') : await find(db, address);
    const page = shownDocument(address === null ? 'home' : 'page', row, showsDrafts);
    if (!page) throw notFound();
    const now = clock.now();
    const sections = showsDrafts ? page.sections : page.sections.filter((section) => isShownAt(section, now));
    return { ...page, sections };
  },

  /** The published pages, except for the home page. */
  listPages: () => listPublishedPages({ db }),

  getDiscountEnd: () => getDiscountEnd(db),
  getSaleEnds: (products: string[]) => findSaleEnds(db, products),
});

/** Designs in the back office. */
export const designAdmin = (deps: Deps, admin: Admin) => ({
  getDraftLink: () => getDraftLink(deps),
  theme: designFor(deps, admin, { kind: 'theme', key: 'theme' }),
  ...pageAdmin(deps, admin),
});
