import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { removeDataDir } from '../../postgres/home.ts';
import { expectAccessible } from '../support/axe.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';

/** A new shop with limits, not the one that the other journeys share. */
const port = journeyPorts().ownShop;
const owner = 'owner@haat.example';
const limit = 3;
test.use({ viewport: desktop, baseURL: `http://localhost:${port}` });

let dataDir: string;
let shop: ShopProcess;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-first-sign-in-'));
  mailServer = await startMailServer();
  const env = { SEED: 'empty', RATE_LIMIT: String(limit), SMTP_URL: mailServer.url, LOG_LEVEL: 'error' };
  shop = await startShopProcess({ port, dataDir, env });
});

test.afterAll(async () => {
  await shop?.stop();
  await mailServer.stop();
  await removeDataDir(dataDir);
});

async function signIn(page: Page, password: string) {
  await page.getByLabel('Email or mobile number').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('the owner replaces the printed password, and gets in by mail while others guess it', {
  tag: '@long',
}, async ({ page, browser, expectedErrors }) => {
  expectedErrors.push(/40[13]|429/);
  const printed = shop.output().match(/Password\s+(\S{16})/)?.[1] ?? '';
  const chosen = 'seven blue looms';
  await page.goto('/login');
  await signIn(page, printed);
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill(printed);
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeHidden();

  const another = await (await browser.newContext({ viewport: desktop })).newPage();
  await another.goto('/login');
  // Twice the limit: strangers, and the address block that the owner has signed in from.
  for (let n = 0; n < limit * 2; n++)
    await another.request.post('/api/auth/login', { data: { email: owner, password: `wrong ${n}` } });
  await signIn(another, chosen);
  await expect(another.getByRole('alert')).toContainText('have a sign-in link mailed to you');
  await another.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(another.getByRole('status')).toContainText('we mail a sign-in link to it');
  await expectAccessible(another);
  const mail = await mailServer.waitFor(owner, /login#token=/);
  await another.goto(String(mail.text.match(/\/login#token=[\w-]+/)?.[0]));
  // A link to the same page does not load it again.
  await another.reload();
  await signIn(another, chosen);
  await expect(another).toHaveURL(/\/admin$/);
  await mailServer.waitFor(owner, /New sign-in to your account/);

  // The known device, and now the other one too, sign in without a link.
  for (const item of [page, another]) {
    await item.evaluate(() => localStorage.removeItem('adminToken'));
    await item.goto('/login');
    await signIn(item, chosen);
    await expect(item).toHaveURL(/\/admin$/);
  }
});
