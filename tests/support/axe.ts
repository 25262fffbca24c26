import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' };

/** Expects that axe finds no violations of WCAG 2.2 AA and its best practices on this page. */
export async function expectAccessible(page: Page) {
  await expect(page.locator('h1').first()).toBeVisible();
  // Axe counts a field that is half covered by the header as a small target.
  await page.evaluate(() => window.scrollTo(0, 0));
  const { violations } = await new AxeBuilder({ page })
    // Both take two thirds of the time away. Frames of another origin are left out: only the map of a merchant is one.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    // A page of the shop in a frame of the back office has landmarks of its own.
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found, page.url()).toEqual([]);
}

let calls = 0;

/**
 * The same for each size and colour scheme in `npm run test:long`. `npm test` checks one of them for each call, in turn.
 * The page is loaded once.
 */
export async function expectAccessibleIn(page: Page, looks: readonly Look[]) {
  const turn = calls++ % looks.length;
  const chosen = process.env.TEST_LONG ? looks : looks.slice(turn, turn + 1);
  for (const { viewport, colorScheme } of chosen) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  const last = looks.at(-1);
  if (last) await page.setViewportSize(last.viewport);
}
