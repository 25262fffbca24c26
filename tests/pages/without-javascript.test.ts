import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';
import { asOwner } from '../support/owner.ts';

let pages: DemoPages;
beforeAll(async () => {
  pages = await openDemoPages();
});
afterAll(() => pages.close());

/** The text of the page's title, and what follows it. */
const titleOf = (html: string) => html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1];
const mainOf = (html: string) => html.match(/<main[\s\S]*<\/main>/)?.[0] ?? '';

it.for([
  ['/shipping-policy', /Shipping/],
  ['/returns-refunds', /Return/],
  ['/privacy-policy', /Privacy/],
  ['/terms-condition', /Terms/],
  ['/about', /^About/],
  ['/contact', /^Contact Us/],
] as const)('%s is complete without JavaScript', async ([address, title]) => {
  const { body } = await pages.get(address);
  expect(titleOf(body)).toMatch(title);
  expect(mainOf(body)).toMatch(/<p[^>]*>[^<]{20}/);
});

it.for(['/cart', '/checkout'])('%s says that it needs JavaScript', async (address) => {
  expect((await pages.get(address)).body).toContain('This page needs JavaScript');
});

it('an inactive policy has its own title and text', async () => {
  const owner = await asOwner(pages.shop);
  expect((await owner.patch('/policies/shipping-policy/toggle')).status).toBe(200);
  // Without the pages that the other tests have left in the cache.
  const { app } = await pages.openApp();
  const { statusCode, body } = await app.inject('/shipping-policy');
  expect([statusCode, titleOf(body)]).toEqual([404, 'Shipping Policy Not Available']);
  expect(body).toContain('Please check back later.');
  await app.close();
});

it('the address with the id of a product redirects to the one with its slug', async () => {
  const product = await pages.shop.db.selectFrom('products').select(['id', 'slug']).executeTakeFirstOrThrow();
  const { statusCode, headers } = await pages.get(`/products/${product.id}`);
  expect([statusCode, headers.location]).toEqual([301, `/products/${product.slug}`]);
});
