import type { PolicyReport } from '../../shared/contract/reports.ts';
import { withPictures } from '../support/browser-launch.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

test('a script that is injected into a page does not run, and is reported (T-HDR-09)', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/requires 'Trusted/);
  for (const address of ['/', '/products', '/cart', '/login', '/admin']) {
    await page.goto(address);
    await expect(page.getByRole('main')).toBeVisible();
    const result = await page.evaluate(() => {
      const image = '<img src="x" alt="" onerror="window.injected = 1">';
      const blocked: string[] = [];
      const attempt = (act: () => void) => {
        try {
          act();
        } catch (error) {
          blocked.push((error as Error).name);
        }
      };
      attempt(() => document.body.insertAdjacentHTML('beforeend', image));
      attempt(() => Object.assign(document.createElement('script'), { text: 'window.injected = 1' }));
      attempt(() => Object.assign(document.createElement('script'), { src: '/steal.js' }));
      return blocked;
    });
    expect(result, address).toEqual(['TypeError', 'TypeError', 'TypeError']);
    expect(await page.evaluate(() => 'injected' in window), address).toBe(false);
  }
  const calls = await ownersCalls(request);
  await expect
    .poll(async () => calls.call<PolicyReport[]>('GET', '/admin/policy-reports'))
    .toContainEqual(expect.objectContaining({ page: '/login', blocked: 'trusted-types-sink' }));
});
