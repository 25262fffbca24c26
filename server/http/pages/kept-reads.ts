import { keepProducts } from '../../catalogue/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { createShop } from '../../shop.ts';

/** A result is read again at this age even if no change of it is known. */
const maxAgeMs = 60_000;

/** A result that is kept until its tag changes. */
function keep<Result>(tag: string, read: () => Promise<Result>) {
  let kept: Promise<Result> | undefined;
  let keptAt = 0;
  let isNotified = true;
  return {
    read(): Promise<Result> {
      const now = performance.now();
      if (now - keptAt > maxAgeMs) kept = undefined;
      if (!kept) keptAt = now;
      const result = kept ?? read();
      if (isNotified) kept = result;
      // A failed read is repeated by the next one.
      result.catch(() => {
        if (kept === result) kept = undefined;
      });
      return result;
    },
    drop(changed: string) {
      if (changed === tag) kept = undefined;
    },
    setNotified(now: boolean) {
      kept = undefined;
      isNotified = now;
    },
  };
}

/**
 * The shop of a guest for replies that are the same for all guests. It keeps products of lists until the database
 * notifies of a change, and for pages also what the layout of each reads, and the redirects (decision 118). Callers
 * must not modify the results.
 */
export function keepReads(deps: Deps) {
  const keptProducts = keepProducts(deps.db);
  const shop = createShop(deps, { kind: 'guest', address: '' }, keptProducts);
  const siteInfo = keep('content', shop.content.getSiteInfo);
  const redirects = keep('content', shop.content.readRedirects);
  const categories = keep('catalogue', shop.catalogue.listCategories);
  return {
    shop,
    shopOfPages: {
      ...shop,
      content: { ...shop.content, getSiteInfo: siteInfo.read, readRedirects: redirects.read },
      catalogue: { ...shop.catalogue, listCategories: categories.read },
    },
    drop(tag: string) {
      keptProducts.drop(tag);
      siteInfo.drop(tag);
      redirects.drop(tag);
      categories.drop(tag);
    },
    /** Forgets everything, and keeps nothing while changes are not notified. */
    setNotified(isNotified: boolean) {
      keptProducts.setNotified(isNotified);
      siteInfo.setNotified(isNotified);
      redirects.setNotified(isNotified);
      categories.setNotified(isNotified);
    },
  };
}
