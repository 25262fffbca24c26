import type { Page } from '@playwright/test';
import type { ThemeDesign } from '../../shared/contract/design.ts';
import { paletteNames } from '../../shared/theme/palettes.ts';
import { expectAccessible, expectAccessibleIn } from '../support/axe.ts';
import { type OwnersCalls, openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

const path = '/design/theme';
const read = (calls: OwnersCalls) => calls.call<ThemeDesign>('GET', path);
/** Publishes the look that shops begin with, without a draft. */
async function reset(calls: OwnersCalls) {
  const { version, published } = await read(calls);
  const document = { palette: 'haat' };
  const saved = await calls.call<ThemeDesign>('PUT', path, { document, version });
  if (published?.palette !== 'haat' || saved.hasDraft)
    await calls.call('POST', `${path}/publish`, { version: saved.version });
}
test.afterEach(async ({ request }) => reset(await ownersCalls(request)));

const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const isSaved = (page: Page) => expect(page.getByText('Saved. Shoppers do not see it yet.')).toBeVisible();
const colour = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** The value of a variable of the style sheet. */
const variable = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key), name);

test('an owner changes colours and corners, sees them at once, and publishes them', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  await reset(calls);
  await openOffice(page, calls, '/admin/theme');
  const shop = page.frameLocator('iframe');
  const button = shop.getByRole('link', { name: 'Shop Now' }).first();
  await expect(button).toHaveCSS('background-color', 'rgb(43, 58, 140)');
  await choose(page, 'Forest green');
  await expect(button).toHaveCSS('background-color', 'rgb(44, 95, 58)');
  await page.getByRole('group', { name: 'Corners' }).getByRole('radio', { name: 'Square' }).check();
  await page.getByRole('button', { name: 'Change single colours of this palette' }).click();
  await colour(page, 'Buttons and links').fill('#FFE');
  await expect(page.getByText(/It would be hard to read: the shop uses #\w{6} instead/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(colour(page, 'Buttons and links')).toHaveValue('#2c5f3a');
  await isSaved(page);
  await expectAccessible(page);

  const shopper = await page.context().newPage();
  await shopper.goto('/');
  expect(await variable(shopper, '--press')).toBe('#2b3a8c');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Shoppers see this look.')).toBeVisible();
  await shopper.reload();
  expect(await variable(shopper, '--press')).toBe('#2c5f3a');
  expect(await variable(shopper, '--corner-lg')).toBe('0');
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest.theme_color).toBe('#f7f8f2');
  await expect(shopper.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#f7f8f2');
});

test('two owners at once lose nothing: the later one sees what changed', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  await reset(calls);
  await openOffice(page, calls, '/admin/theme');
  await expect(page.getByRole('radio', { name: 'Indigo on warm paper', exact: true })).toBeChecked();
  const { document, version } = await read(calls);
  await calls.call('PUT', path, { document: { ...document, size: 'large' }, version });

  await choose(page, 'Lotus pink');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the look' });
  await expect(dialog.getByText('Text size: Large instead of Normal')).toBeVisible();
  await expect(dialog.getByText('Colours: “Lotus pink” instead of “Indigo on warm paper”')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await isSaved(page);
  await expect(page.getByRole('radio', { name: 'Lotus pink', exact: true })).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Lotus pink', exact: true })).toBeChecked();
  await isSaved(page);
  expect((await read(calls)).document).toMatchObject({ palette: 'lotus', size: 'normal' });
});

test('every palette is readable on a page of each kind', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  test.slow();
  expectedErrors.push(/404/);
  const calls = await ownersCalls(request);
  const { token } = await calls.call<{ token: string }>('POST', '/design/link');
  for (const palette of paletteNames)
    await test.step(palette, async () => {
      const { version } = await read(calls);
      const document = { palette, cards: 'raised', pictures: '3:4' };
      await calls.call('PUT', path, { document, version });
      for (const address of ['/', '/products', '/cart', '/nowhere']) {
        await page.goto(`${address}?draft=${token}`);
        await expectAccessibleIn(page, [
          { viewport: phone, colorScheme: 'light' },
          { viewport: desktop, colorScheme: 'dark' },
        ]);
      }
    });
});
