import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a shopper finds products by the sitemap, by their makers, and by words of the owner', {
  tag: '@long',
}, async ({ page, request }) => {
  const main = page.getByRole('main');
  await page.goto('/sitemap');
  await main.getByRole('region', { name: 'Categories' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/products\?category=/);
  await expect(main.getByRole('article').first()).toBeVisible();
  await page.goto('/brands');
  const maker = main.getByRole('link', { name: /Neelgarh Studio/ });
  await maker.click();
  await expect(main.getByRole('heading', { name: 'Neelgarh Studio', level: 1 })).toBeVisible();
  await main.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/[\w-]+$/);

  const calls = await ownersCalls(request);
  const { synonyms } = await calls.call<{ synonyms: string[][] }>('GET', '/settings/search');
  await openOffice(page, calls, '/admin/search');
  const words = page.getByLabel('Words that mean the same');
  const before = await words.inputValue();
  await words.fill(`${before}\nzzkettle, cushion`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The synonyms were saved')).toBeVisible();
  await page.goto('/products?search=zzkettle');
  await expect(
    main
      .getByRole('article')
      .filter({ hasText: /Cushion/ })
      .first(),
  ).toBeVisible();
  await calls.call('PUT', '/settings/search', { synonyms });
  await page.goto('/products?search=zzkettle');
  await expect(main.getByRole('heading', { name: 'No products found' })).toBeVisible();
});
