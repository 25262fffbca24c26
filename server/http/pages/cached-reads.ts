import { cacheProducts } from '../../catalogue/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { createShop } from '../../shop.ts';

/** A result is read again at this age even if no change of it is known. */
const maxAgeMs = 60_000;

/** A result that is cached until its tag changes. */
function cacheResult<Result>(tag: string, read: () => Promise<Result>) {
  let cached: Promise<Result> | undefined;
  let cachedAt = 0;
  let isNotified = true;
  return {
    read(): Promise<Result> {
      const now = performance.now();
      if (now - cachedAt > maxAgeMs) cached = undefined;
      if (!cached) cachedAt = now;
      const result = cached ?? read();
      if (isNotified) cached = result;
      // A failed read is repeated by the next one.
      result.catch(() => {
        if (cached === result) cached = undefined;
      });
      return result;
    },
    drop(changed: string) {
      if (changed === tag) cached = undefined;
    },
    setNotified(now: boolean) {
      cached = undefined;
      isNotified = now;
    },
  };
}

/**
 * The shop of a guest for replies that are the same for all guests. It caches products of lists until the database
 * notifies of a change, and for pages also what the layout of each reads, and the redirects (decision 118). Callers
 * must not modify the results.
 */
export function cacheReads(deps: Deps) {
  const cachedProducts = cacheProducts(deps.db);
  const shop = createShop(deps, { kind: 'guest', address: '' }, cachedProducts);
  const siteInfo = cacheResult('content', shop.content.getSiteInfo);
  const redirects = cacheResult('content', shop.content.readRedirects);
  const theme = cacheResult('content', shop.design.getTheme);
  const categories = cacheResult('catalogue', shop.catalogue.listCategories);
  return {
    shop,
    shopOfPages: {
      ...shop,
      content: { ...shop.content, getSiteInfo: siteInfo.read, readRedirects: redirects.read },
      design: { ...shop.design, getTheme: theme.read },
      catalogue: { ...shop.catalogue, listCategories: categories.read },
    },
    drop(tag: string) {
      cachedProducts.drop(tag);
      siteInfo.drop(tag);
      redirects.drop(tag);
      theme.drop(tag);
      categories.drop(tag);
    },
    /** Forgets everything, and caches nothing while changes are not notified. */
    setNotified(isNotified: boolean) {
      cachedProducts.setNotified(isNotified);
      siteInfo.setNotified(isNotified);
      redirects.setNotified(isNotified);
      theme.setNotified(isNotified);
      categories.setNotified(isNotified);
    },
  };
}
