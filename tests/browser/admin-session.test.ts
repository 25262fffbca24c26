import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page, Route } from '@playwright/test';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { inviteAdmin, openOffice, owner, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

const isGood = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).ok();
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in to your account' });

test('signing out revokes the token and asks before unsaved changes are lost', async ({ page, request }) => {
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/products/new');
  const shopper = 'the token of a shopper';
  await page.evaluate((token) => localStorage.setItem('authToken', token), shopper);
  await page.getByLabel('Name', { exact: true }).fill('Half written');
  await page.getByRole('button', { name: 'Logout' }).click();
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half written');
  expect(await isGood(request, calls.token)).toBe(true);

  await page.getByRole('button', { name: 'Logout' }).click();
  const told = page.waitForRequest('**/api/auth/logout');
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await told).headers().authorization).toBe(`Bearer ${calls.token}`);
  await expect.poll(() => isGood(request, calls.token)).toBe(false);
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['authToken', shopper]]);
});

test('if the session ends during editing, the admin signs in again in a dialog and saves', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const name = `Rumal ${randomUUID().slice(0, 6)}`;
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('List price (MRP)').fill('120');
  await calls.call('POST', '/auth/logout');
  await page.getByRole('button', { name: 'Save product' }).click();
  const dialog = signInAgain(page);
  await expect(dialog.getByLabel('Email or mobile number')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Leave this page' }).click();
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(leaving(page)).toBeHidden();
  await dialog.getByLabel('Email or mobile number').fill(owner.email);
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();

  const again = await ownersCalls(request);
  const { products } = await again.call<ProductList>('GET', `/products?search=${encodeURIComponent(name)}`);
  expect(products).toMatchObject([{ name, price: 120 }]);
  await again.call('DELETE', `/products/${products[0]?._id}`);
});

test('signing out in one tab clears the data in other tabs', { tag: '@long' }, async ({
  page,
  context,
  request,
}) => {
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/orders');
  const another = await context.newPage();
  await another.goto('/admin/products');
  await expect(another.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(another).toHaveURL(/\/login\?next=%2Fadmin%2Fproducts$/);
  await expect(another.getByRole('row')).toHaveCount(0);
  await expect(another.getByLabel('Email or mobile number')).toBeVisible();
});

test('the page reloads if another admin signs in; a failed sign-in shows the reason', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/401|502|ERR_FAILED/);
  const calls = await ownersCalls(request);
  const { _id, email, password } = await inviteAdmin(calls, 'Ravi', 'manager');
  const ending = await ownersCalls(request);
  // From the start: a route that is set right before a call can come too late for it.
  const answers = [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 502 })];
  await page.route('**/api/auth/login', (route) =>
    (answers.shift() ?? ((another) => another.continue()))(route),
  );
  await openOffice(page, ending, '/admin/orders?search=nobody');
  await expect(page.getByRole('searchbox')).toHaveValue('nobody');
  await ending.call('POST', '/auth/logout');
  await page.getByRole('searchbox').fill('somebody');
  const dialog = signInAgain(page);
  await dialog.getByLabel('Email or mobile number').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  const told = dialog.getByRole('alert');
  await expect(told).toHaveText('An unexpected error occurred. Please try again.');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(told).toHaveText('Login failed');
  await page.evaluate(() => document.body.classList.add('of-the-first'));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('body.of-the-first')).toHaveCount(0);
  await expect(page.getByRole('banner').getByText('Ravi', { exact: true })).toBeVisible();
  await calls.call('DELETE', `/auth/admin/admins/${_id}`);
});

test('an unknown address asks for sign-in and then shows an error page in the back office', {
  tag: '@long',
}, async ({ page, request }) => {
  const { email, password } = owner;
  await page.goto('/admin/nothing-here?tab=2');
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/admin/nothing-here?tab=2')}`);
  await page.getByLabel('Email or mobile number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveURL('/admin/nothing-here?tab=2');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL('/admin');
  expect((await request.get('/admin/nothing-here')).status()).toBe(200);
});

test('a deleted job is requested once and reported as missing', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  const calls = await ownersCalls(request);
  const job = { _id: randomUUID(), action: 'status', total: 300, done: 200, failed: 0, failures: [] };
  const running = { ...job, finished: false, finishedAt: null, undoable: false, createdAt: new Date() };
  await page.route('**/api/products/batch', (route) => route.fulfill({ json: [running] }));
  let asked = 0;
  await page.route(`**/api/products/batch/${job._id}`, (route) => {
    asked++;
    return route.fulfill({ status: 404, json: { success: false, message: 'Not found.' } });
  });
  await page.clock.install();
  await openOffice(page, calls, '/admin/products/batch');
  const result = page.getByRole('region', { name: 'Batch' });
  await expect(result.getByRole('status')).toHaveText(/this job no longer exists/);
  await page.clock.runFor(10_000);
  expect(asked).toBe(1);
  await result.getByRole('button', { name: 'Close the result' }).click();
  await expect(result).toBeHidden();
});
