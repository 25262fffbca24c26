import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/axe.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test('a contact query is found, read, answered and deleted', { tag: '@long' }, async ({
  page,
  request,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const name = `<b>Asha</b> ${randomUUID().slice(0, 8)}`;
  const shopper = await browser.newPage();
  await shopper.goto('/contact');
  await shopper.getByLabel('Name').fill(name);
  await shopper.getByLabel('Email').fill('asha@example.in');
  await shopper.getByLabel('Subject').fill('Which size?');
  await shopper.getByLabel('Message').fill('Is it 40 cm?\n<script>alert(1)</script>');
  await shopper.getByRole('button', { name: 'Send Message' }).click();
  const thanks = shopper.getByText("Thank you for your message! We'll get back to you soon.");
  await expect(thanks).toBeVisible();
  const told = await shopper.getByText(/Your ticket number is Q-\d+\./).textContent();
  const ticket = String(told?.match(/Q-\d+/)?.[0]);
  await shopper.close();

  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/contact-queries');
  const places = page.getByRole('navigation', { name: 'Back office' }).first();
  const { unread } = await calls.call<{ unread: number }>('GET', '/contact/unread');
  await expect(places.getByRole('link', { name: `Queries ${unread} unread` })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(ticket);
  await expect(page).toHaveURL(new RegExp(`search=${ticket}`));
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('button', { name: `${name} (unread)` })).toBeVisible();
  await row.getByText('Which size?').click();
  await expect(page.getByText('<script>alert(1)</script>').filter({ visible: true })).toBeVisible();
  await expect(row.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'true');
  await expect(
    places.getByRole('link', { name: unread > 1 ? `${unread - 1} unread` : 'Queries' }),
  ).toBeVisible();

  const reply = page.getByLabel(`Reply to ${name}`).filter({ visible: true });
  const send = page.getByRole('button', { name: 'Send reply' }).filter({ visible: true });
  await send.click();
  await expect(page.getByText('Reply is required').filter({ visible: true })).toBeVisible();
  await expect(reply).toBeFocused();
  await reply.fill('It is 45 cm.');
  await page.setViewportSize(phone);
  await expect(reply).toHaveValue('It is 45 cm.');
  await page.setViewportSize(desktop);
  await page.reload();
  await row.getByRole('button').press('Enter');
  await expect(reply).toHaveValue('It is 45 cm.');
  await send.click();
  await expect(page.getByRole('list', { name: 'Answers' }).filter({ visible: true })).toContainText(
    'It is 45 cm.',
  );
  await expect(reply).toHaveValue('');

  const marked = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Mark as unread' }).filter({ visible: true }).click();
  await marked;
  await page.getByLabel('Show').selectOption('unread');
  await row.getByRole('button').click();
  await page.getByRole('button', { name: 'Delete' }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No contact queries found.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reset all filters' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/search|show/);
});

test('on a phone: queries are cards, and a failed reply is reported and keeps its text', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/503/);
  await page.setViewportSize(phone);
  const name = `Meera ${randomUUID().slice(0, 8)}`;
  const email = 'meera@example.in';
  await request.post('/api/contact', { data: { name, email, subject: 'Hello', message: 'Are you open?' } });
  const calls = await ownersCalls(request);
  await page.route('**/api/contact?*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await openOffice(page, calls, '/admin/contact-queries');
  await expect(page.getByText('Failed to load contact queries. Please try again later.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();

  const bar = page.getByRole('navigation', { name: 'Back office' });
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Products', 'Orders', /^Queries\d+ unread$/]);
  const card = page.getByRole('rowgroup').filter({ hasText: name });
  await card.getByRole('button', { name }).click();
  await expect(card.getByText('Are you open?')).toBeVisible();
  await page.route('**/api/contact/*/reply', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  });
  await card.getByLabel(`Reply to ${name}`).fill('We are.');
  await card.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('It is still here: please try again.')).toBeVisible();
  await expect(card.getByLabel(`Reply to ${name}`)).toHaveValue('We are.');
  await card.getByRole('button', { name: 'Send reply' }).click();
  // Not the text that is still in the field until the list is read again.
  await expect(card.getByText('We are.').and(card.locator(':not(textarea)'))).toBeVisible();

  // The bar leads to every place without scrolling.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const more = bar.getByRole('button', { name: 'More' });
  await expect(more).not.toHaveAttribute('aria-current');
  const sheet = page.getByRole('dialog', { name: 'More' });
  await more.press('Enter');
  await expect(sheet.getByRole('listitem')).toHaveText([
    'Customers',
    'Categories',
    'Discounts',
    'Price lists',
    'Gift cards',
    'Policy',
    'Settings',
    'Reviews',
    'View Store',
    'Logout',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Settings' }).press('Enter');
  await expect(page).toHaveURL('/admin/settings');
  await expect(sheet).toBeHidden();
  await expect(more).toHaveAttribute('aria-current', 'true');
  await more.click();
  await expect(sheet.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await sheet.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('after a deletion, the focus moves to the next query', { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize(desktop);
  const name = `Ravi ${randomUUID().slice(0, 8)}`;
  const data = { name, email: 'ravi@example.in', subject: 'Hello', message: 'Are you open?' };
  for (const who of ['first', 'second', 'third']) {
    await request.post('/api/contact', { data: { ...data, name: `${name} ${who}` } });
  }
  await openOffice(page, await ownersCalls(request), `/admin/contact-queries?search=${name}`);
  const row = (who: string) => page.getByRole('row').getByRole('button', { name: `${name} ${who}` });
  for (const [who, next] of [
    ['second', 'first'],
    ['first', 'third'],
  ] as const) {
    await row(who).click();
    await page.getByRole('table').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(row(who)).toBeHidden();
    await expect(row(next)).toBeFocused();
  }
});

test('an empty inbox', { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize(desktop);
  await page.route('**/api/contact?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await openOffice(page, await ownersCalls(request), '/admin/contact-queries');
  await expect(page.getByRole('heading', { name: 'No contact queries found.' })).toBeVisible();
  await expect(page.getByText('Your inbox is empty.')).toBeVisible();
});
