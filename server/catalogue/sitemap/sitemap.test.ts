import { expect, it } from 'vitest';
import { createProduct } from '../../../tests/support/factories.ts';
import { createAdmin } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop({ env: { PUBLIC_URL: 'https://shop.example' } });

it('lists every public page and every product for sale, and nothing else', async () => {
  const shown = await createProduct(shop.db);
  const draft = await createProduct(shop.db, { status: 'draft' });
  const index = await shop.app.inject('/sitemap.xml');
  expect(index.headers['content-type']).toContain('application/xml');
  const files = [...index.body.matchAll(/<loc>https:\/\/shop\.example(\/[^<]+)<\/loc>/g)].map(
    ([, path]) => path,
  );
  expect(files).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml']);
  const products = await shop.app.inject('/sitemap-products-1.xml');
  expect(products.body).toContain(`<loc>https://shop.example/products/${shown.slug}</loc>`);
  expect(products.body).not.toContain(draft.slug);
  const brass = await shop.db
    .insertInto('categories')
    .values({ name: 'Brass', slug: 'brass' })
    .returning('id as categoryId')
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('subcategories')
    .values({ ...brass, name: 'Lamps', slug: 'lamps' })
    .execute();
  await shop.db
    .updateTable('policies')
    .set({ isActive: true })
    .where('type', '<>', 'privacy-policy')
    .execute();
  const pages = await shop.app.inject('/sitemap-pages.xml');
  for (const path of [
    '/about',
    '/products?category=brass',
    '/products?category=brass&amp;subcategory=lamps',
    '/products?isTopDeal=true',
    '/terms-condition',
  ]) {
    expect(pages.body).toContain(`<loc>https://shop.example${path}</loc>`);
  }
  expect(pages.body).not.toContain('privacy-policy');
  for (const past of ['/sitemap-products-0.xml', '/sitemap-products-2.xml']) {
    expect((await shop.app.inject(past)).statusCode).toBe(404);
  }
  expect((await shop.app.inject('/sitemap-products-x.xml')).statusCode).toBe(400);
});

it('llms.txt says what the shop is and sells, and its texts are no markup', async () => {
  const owner = await createAdmin(shop);
  const payload = { clientName: 'Haat *of* [Jaipur]', tagline: 'Block print\n# and brass', returnDays: 7 };
  expect((await shop.call('PUT', '/site-info/admin', { ...owner, payload })).status).toBe(200);
  const { body, headers } = await shop.app.inject('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')[0]).toBe('# Haat \\*of\\* \\[Jaipur\\]');
  expect(body).toContain('> Block print \\# and brass');
  for (const line of [
    '- Returns within 7 days.',
    '- [Brass](https://shop.example/products?category=brass)',
    '- [Sitemap](https://shop.example/sitemap.xml)',
    '(https://shop.example/terms-condition)',
  ])
    expect(body).toContain(line);
  expect(body).not.toContain('privacy-policy');
  expect(body).not.toContain('/feeds/');
});

it('robots.txt names the sitemap and the excluded paths', async () => {
  const { body } = await shop.app.inject('/robots.txt');
  expect(body).toContain('Sitemap: https://shop.example/sitemap.xml');
  expect(body).toContain('Disallow: /admin');
});
