import { escapeHtml } from '../../../shared/text/plain-text.ts';
import { slugify } from '../../../shared/text/slug.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { listCollections } from '../collections/collections.ts';
import {
  countForSale,
  listBrandPlaces,
  listCategorySlugs,
  listShownPolicies,
  listSlugsForSale,
} from './queries.ts';

/** The number of URLs in one file; the protocol allows 50,000. */
const perFile = 10_000;

const pages = ['/', '/products', '/about', '/contact', '/sitemap'];
const help = ['/track-order', '/returns/start', '/refunds/status'];
const collections = ['isTrending', 'isFeatured', 'isTopDeal'].map((flag) => `/products?${flag}=true`);

/**
 * The sitemaps for search engines: an index, a file with the pages, categories and collections, and files with 10,000
 * products each.
 */
export function sitemaps(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  listPages: () => Promise<{ path: string }[]>,
) {
  const urlOf = (path: string) => escapeHtml(config.publicUrl + path);
  return {
    async index(): Promise<string> {
      const files = Math.ceil((await countForSale(db)) / perFile);
      const names = ['pages', ...Array.from({ length: files }, (_, i) => `products-${i + 1}`)];
      const entries = names.map((name) => `<sitemap><loc>${urlOf(`/sitemap-${name}.xml`)}</loc></sitemap>`);
      return `${xml}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`;
    },

    async pages(): Promise<string> {
      const categories = (await listCategorySlugs(db)).flatMap(({ slug, subcategories }) => [
        `/products?category=${slug}`,
        ...subcategories.map((part) => `/products?category=${slug}&subcategory=${part.slug}`),
      ]);
      const brands = await listBrandPlaces(db);
      const states = new Set(brands.flatMap(({ state }) => state || []));
      const makers = [
        ...(brands.length > 0 ? ['/brands'] : []),
        ...brands.map(({ slug }) => `/brands/${slug}`),
        ...[...states].map((state) => `/products?place=${slugify(state)}`),
      ];
      const ownCollections = (await listCollections(db))
        .filter(({ isPublished }) => isPublished)
        .map(({ slug }) => `/collections/${slug}`);
      const policies = (await listShownPolicies(db)).map(({ type }) => `/${type}`);
      const own = (await listPages()).map(({ path }) => path).concat(ownCollections);
      const all = [...pages, ...own, ...collections, ...categories, ...makers, ...policies, ...help];
      return urlset(all.map((path) => `<url><loc>${urlOf(path)}</loc></url>`));
    },

    /** Files are numbered from 1; 404 past the last one. */
    async products(file: number): Promise<string> {
      const rows = file < 1 ? [] : await listSlugsForSale(db, perFile, (file - 1) * perFile);
      if (rows.length === 0) throw notFound();
      return urlset(
        rows.map(({ slug, updatedAt }) => {
          const changed = updatedAt.toISOString().slice(0, 10);
          return `<url><loc>${urlOf(`/products/${slug}`)}</loc><lastmod>${changed}</lastmod></url>`;
        }),
      );
    },

    /** Excludes personal pages and the back office from indexing. */
    robots: () =>
      [
        'User-agent: *',
        ...['/admin', '/login', '/cart', '/checkout', '/order-success/', '/review/', '/profile', '/api/'].map(
          (path) => `Disallow: ${path}`,
        ),
        `Sitemap: ${config.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
  };
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (urls: string[]) => `${xml}<urlset ${namespace}>${urls.join('')}</urlset>`;
