import { randomUUID } from 'node:crypto';
import { expectAccessible, expectAccessibleIn } from '../support/axe.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, phone, trackRequests } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';

test.use({ viewport: desktop });
const fresh = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.in`;

test('mail: a waiting mail is found, previewed and retried', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const email = fresh('asha');
  await calls.call('POST', '/auth/register', { name: 'Asha <b>Rao</b>', email, password: 'block-print-42' });
  const failures = async () => {
    const [mail] = await calls.call<{ error: string }[]>('GET', `/mails?search=${encodeURIComponent(email)}`);
    return mail?.error;
  };
  await expect.poll(failures).toContain('ECONNREFUSED');
  await openOffice(page, calls, '/admin/mail');
  await expect(page.getByText('Mails go out through 127.0.0.1')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.getByText('1 mail', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(email)}`));
  await page.getByLabel('Kind').selectOption('Refund');
  await expect(page.getByRole('heading', { name: 'No mails found' })).toBeVisible();
  await page.getByLabel('Kind').selectOption('Email confirmation');
  await page.getByRole('button', { name: 'Confirm your email address for Haat' }).click();

  const mail = page.getByRole('dialog', { name: 'Confirm your email address for Haat' });
  await expect(mail.getByText('ECONNREFUSED')).toBeVisible();
  const letter = mail.frameLocator('iframe');
  await expect(letter.getByRole('heading', { name: 'Is this your email address?' })).toBeVisible();
  // The mail to an unconfirmed address contains nothing that the sender of the request chose.
  await expect(letter.getByText('Rao')).toHaveCount(0);
  await expect(letter.getByRole('link', { name: 'Confirm email' })).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(letter.getByRole('link', { name: 'Confirm email' })).toHaveAttribute(
    'href',
    /confirm-email\/…$/,
  );
  await letter.getByRole('link', { name: 'Confirm email' }).click();
  await expect(letter.getByRole('heading')).toBeVisible();
  await mail.getByRole('button', { name: 'Plain text' }).click();
  await expect(mail.getByText(/Confirm email: http.*\/confirm-email\/…/)).toBeVisible();
  await expectAccessible(page);
  await mail.getByRole('button', { name: 'Try now' }).click();
  // In the dialog, which makes inert whatever lies outside it.
  const notice = mail.getByRole('status').filter({ hasText: 'The mail is in the queue' });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Confirm your email address for Haat' })).toBeFocused();
});

test('staff: a packer is invited, sees what she needs to pack, and is disabled', { tag: '@long' }, async ({
  page,
  request,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/40[0139]/);
  const calls = await ownersCalls(request);
  const email = fresh('meera');
  const mailServer = await startMailServer(journeyPorts().mail);
  await openOffice(page, calls, '/admin/admins');
  await page.getByRole('button', { name: 'Invite admin' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('Meera Patil');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Packer');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Packer');
  await expect(row).toContainText('Invited');

  const mail = await mailServer.waitFor(email, /\/reset-password\//);
  await mailServer.stop();
  const password = 'seven blue looms';
  const hers = await (await browser.newContext()).newPage();
  await hers.goto(String(mail.text.match(/\/reset-password\/[\w-]+/)));
  await hers.getByLabel('New Password', { exact: true }).fill(password);
  await hers.getByLabel('Confirm').fill(password);
  await hers
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(hers).toHaveURL(/\/login/);
  await hers.getByLabel('Email or mobile number').fill(email);
  await hers.getByLabel('Password', { exact: true }).fill(password);
  await hers.getByRole('button', { name: 'Sign in' }).click();
  await expect(hers).toHaveURL(/\/admin\/orders$/);
  await expect(hers.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  const bar = hers.getByRole('navigation', { name: 'Back office' }).first();
  await expect(bar.getByRole('link')).toHaveText(['Orders', 'Settings']);
  await hers.setViewportSize(phone);
  await bar.getByRole('button', { name: 'More' }).click();
  const sheet = hers.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('listitem')).toHaveText(['View Store', 'Logout']);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await hers.setViewportSize(desktop);
  await expect(hers.getByText('Total Revenue')).toBeHidden();
  await expect(hers.getByRole('button', { name: 'Export' })).toBeHidden();
  await hers.goto('/admin/site-info');
  await expect(hers.getByText('Your role does not include this page')).toBeVisible();
  await bar.getByRole('link', { name: 'Settings' }).click();
  const own = hers.getByRole('form', { name: 'Your password' });
  await own.getByLabel('Current password').fill(password);
  await own.getByLabel('New password').fill('password1234');
  await own.getByRole('button', { name: 'Change password' }).click();
  await expect(own.getByText('This password is too common')).toBeVisible();
  await own.getByLabel('New password').fill('eight blue looms');
  await own.getByRole('button', { name: 'Change password' }).click();
  await expect(hers.getByText('Your password is changed')).toBeVisible();
  await hers.getByRole('form', { name: 'Your name' }).getByLabel('Name').fill('Meera P');
  await hers.getByRole('button', { name: 'Save name' }).click();
  await expect(hers.getByRole('banner').getByText('Meera P', { exact: true })).toBeVisible();

  await page.reload();
  await expect(row).toContainText('Last sign-in');
  await row.getByRole('button', { name: 'Change the role of Meera P' }).click();
  await form.getByLabel('Disabled').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Disabled')).toBeVisible();
  await hers.reload();
  await expect(hers).toHaveURL(/\/login\?next=/);
  await row.getByRole('button', { name: 'Remove Meera P' }).click();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();
});

test('roles: a custom role is made from permissions, and built-in ones are read-only', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/roles');
  await expect(page.getByRole('button', { name: 'Edit Manager' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add role' }).click();
  const form = page.getByRole('dialog');
  const name = `Shipping ${randomUUID().slice(0, 6)}`;
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Pack and ship orders').check();
  await expect(form.getByLabel('See the orders to pack, without amounts')).toBeChecked();
  await form.getByLabel('Create orders for customers').check();
  await form.getByLabel('Most for one refund (₹)').fill('500');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('columnheader', { name })).toBeVisible();
  await expect(page.getByRole('row', { name: /Most for one refund/ })).toContainText('₹500');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await form.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('columnheader', { name })).toBeHidden();
});

test('admins: other devices are signed out', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  await ownersCalls(request);
  await openOffice(page, calls, '/admin/admins');
  const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(devices.filter({ hasText: 'This browser' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(devices).toHaveCount(1);
});

test('log: entries are filtered and link to what was changed', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const name = `Ghungroo ${randomUUID().slice(0, 6)}`;
  const { _id } = await calls.call<{ _id: string }>('POST', '/products', { name, price: 90 });
  await calls.call('PUT', `/products/${_id}`, { price: 95 });
  await openOffice(page, calls, '/admin/log');
  const entry = page.getByRole('row').filter({ hasText: name });
  await expect(entry).toHaveCount(2);
  await expect(entry.first()).toContainText(`Changed the product ${name}`);
  await expect(entry.first()).toContainText('Price: ₹90 → ₹95');
  await page.getByLabel('Area').selectOption('Mail');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Area').selectOption('Products');
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await page.getByRole('button', { name: 'Reset all filters' }).click();
  await expect(page).toHaveURL(/\/admin\/log$/);
  await entry.first().getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/products/edit/${_id}`);
});

test('axe finds no violations', { tag: '@long' }, async ({ page, request }) => {
  await openOffice(page, await ownersCalls(request), '/admin/mail');
  const untilRequestsEnd = trackRequests(page);
  for (const path of ['/admin/mail', '/admin/admins', '/admin/roles', '/admin/log']) {
    const loading = page.waitForResponse(/\/api\/(mails|auth\/admin\/(admins|roles)|admin\/log)/);
    await page.goto(path);
    await loading;
    await untilRequestsEnd();
    await expectAccessibleIn(page, [
      { viewport: phone, colorScheme: 'dark' },
      { viewport: desktop, colorScheme: 'light' },
    ]);
  }
});
