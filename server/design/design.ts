import type { PageDocument, StorefrontTheme } from '../../shared/contract/design.ts';
import { isDark } from '../../shared/theme/colour.ts';
import { defaultTheme, type Theme } from '../../shared/theme/theme.ts';
import { paperColours, themeCss } from '../../shared/theme/theme-css.ts';
import { findSaleEnds } from '../catalogue/catalogue.ts';
import type { Admin, Deps } from '../deps.ts';
import { getDiscountEnd } from '../discounts/discounts.ts';
import { notFound } from '../errors.ts';
import { checkPictures, findSize } from '../media/media.ts';
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
    const paper = paperColours(theme);
    const logo = await findLogo(db, theme.logo, paper);
    return { css: themeCss(theme), paper, header, cards, fonts, motif, ...(logo && { logo }) };
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

/** The logos of both schemes: each scheme has that for its ground, or the only one. */
async function findLogo(db: Deps['db'], logo: Theme['logo'], paper: StorefrontTheme['paper']) {
  const pictureOn = async (ground: string) => {
    const path = isDark(ground) ? (logo.dark ?? logo.light) : (logo.light ?? logo.dark);
    const found = path === null ? undefined : await findSize(db, path);
    return found?.width && found.height
      ? { path: found.path, width: found.width, height: found.height }
      : undefined;
  };
  const [light, dark] = [await pictureOn(paper.light), await pictureOn(paper.dark)];
  return light && dark && { light, dark };
}

/** The theme for its editor. 400 for a logo that is no picture of this shop. */
function themeAdmin(deps: Deps, admin: Admin) {
  const theme = designFor(deps, admin, { kind: 'theme', key: 'theme' });
  return {
    ...theme,
    saveDraft: async (version: number, document: Theme) => {
      const paths = Object.values(document.logo).filter((path) => path !== null);
      await checkPictures(deps.db, paths, 'logo', 'document');
      return theme.saveDraft(version, document);
    },
  };
}

/** Designs in the back office. */
export const designAdmin = (deps: Deps, admin: Admin) => ({
  getDraftLink: () => getDraftLink(deps),
  theme: themeAdmin(deps, admin),
  ...pageAdmin(deps, admin),
});
