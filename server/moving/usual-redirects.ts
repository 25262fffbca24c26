import type { MoveProgram } from '../../shared/contract/moves.ts';
import { insertMovedRedirects } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import * as queries from './queries.ts';
import * as rows from './row-queries.ts';

/** Addresses that every shop of a program has; a `*` stands for any text. Products of Shopify have the same ones here. */
const usual: Record<MoveProgram, Record<string, string>> = {
  shopify: {
    '/collections': '/products',
    '/collections/all': '/products',
    '/collections/*': '/products',
    '/collections/*/products/*': '/products/*',
    '/pages/about': '/about',
    '/pages/about-us': '/about',
    '/pages/contact': '/contact',
    '/pages/contact-us': '/contact',
    '/pages/*': '/',
    '/policies/shipping-policy': '/shipping-policy',
    '/policies/refund-policy': '/returns-refunds',
    '/policies/privacy-policy': '/privacy-policy',
    '/policies/terms-of-service': '/terms-condition',
    '/blogs/*': '/',
    '/account': '/profile',
    '/account/login': '/user-login',
    '/account/register': '/register',
    '/account/orders/*': '/track-order',
    '/orders/*': '/track-order',
    '/search': '/products',
    '/tools/track': '/track-order',
  },
  woocommerce: {
    '/shop': '/products',
    '/shop/*': '/products',
    '/product/*': '/products/*',
    '/product-category/*': '/products',
    '/product-tag/*': '/products',
    '/my-account': '/profile',
    '/my-account/view-order/*': '/track-order',
    '/my-account/*': '/profile',
    '/checkout/order-received/*': '/track-order',
    '/about-us': '/about',
    '/contact-us': '/contact',
    '/refund_returns': '/returns-refunds',
    '/terms-and-conditions': '/terms-condition',
  },
};

/** Lets the usual addresses of the programs of a move lead to the pages that replace them here. */
export async function addUsualRedirects(trx: Trx, moveId: string): Promise<void> {
  const programs = new Set((await queries.listFiles(trx, moveId)).map(({ program }) => program));
  const categories = await queries.listCategorySlugs(trx);
  const wanted = (['shopify', 'woocommerce'] as const)
    .filter((program) => programs.has(program))
    .flatMap((program) => {
      const folder = program === 'shopify' ? '/collections' : '/product-category';
      const groups = categories.map(({ slug }) => ({
        from: `${folder}/${slug}`,
        to: `/products?category=${slug}`,
      }));
      return groups.concat(Object.entries(usual[program]).map(([from, to]) => ({ from, to })));
    });
  const ids = await insertMovedRedirects(trx, wanted);
  await rows.insertCreated(trx, moveId, 'redirects', [...ids.values()]);
}
