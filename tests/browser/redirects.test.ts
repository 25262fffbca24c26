import type { Category, Product } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('old addresses lead to the pages that replace them (T-ADM-40)', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const calls = await ownersCalls(request);
  const follow = async (path: string) => {
    const reply = await request.get(path, { maxRedirects: 0 });
    return [reply.status(), reply.headers().location];
  };

  await openOffice(page, calls, '/admin/redirects');
  await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add redirect' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New redirect' });
  await dialog.getByLabel('From').fill('/collections/pottery');
  await dialog.getByLabel('To').fill('https://example.com/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Write an address of this shop, such as /products/blue-cup')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('To').fill('/products?isTrending=true');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: '/collections/pottery' })).toBeVisible();
  await page.getByLabel('Import CSV').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Redirect from,Redirect to\n/pages/about-us,/about\n/cart,/products\n'),
  });
  await expect(page.getByText('1 redirect imported, 1 line skipped.')).toBeVisible();
  await expect(page.getByText('/cart: The shop itself uses /cart')).toBeVisible();
  await expectAccessible(page);
  expect(await follow('/collections/pottery/')).toEqual([301, '/products?isTrending=true']);
  expect(await follow('/pages/about-us?utm_source=mail')).toEqual([301, '/about?utm_source=mail']);
  expect(await follow('/pages/contact')).toEqual([404, undefined]);

  // Slugs that change.
  const { _id, slug } = await stockedProduct(request);
  const category = (await calls.call<Category[]>('GET', '/categories'))[0];
  if (!category) throw new Error('The demo shop has no categories');
  const rename = (path: string, to: string) =>
    calls.call<Product | Category>('PUT', path, {
      ...(path.includes('categories') && { name: category.name }),
      slug: to,
    });
  await rename(`/products/${_id}`, `${slug}-new`);
  await rename(`/categories/${category._id}`, `${category.slug}-new`);
  expect(await follow(`/products/${slug}`)).toEqual([301, `/products/${slug}-new`]);
  expect(await follow(`/products/${slug}/reviews`)).toEqual([301, `/products/${slug}-new/reviews`]);
  const renamed = await follow(`/products?category=${category.slug}&sort=price`);
  expect(renamed).toEqual([301, `/products?category=${category.slug}-new&sort=price`]);
  await rename(`/products/${_id}`, slug);
  await rename(`/categories/${category._id}`, category.slug);
});
