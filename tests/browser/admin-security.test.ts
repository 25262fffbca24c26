import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../support/axe.ts';
import { inviteAdmin, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

test.use({ viewport: desktop });

test('second factor: a passkey and an app are set up, sign in and confirm a change', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/40[0139]/);
  const { email, password } = await inviteAdmin(await ownersCalls(request), 'Asha', 'accounts');
  await addVirtualAuthenticator(page);
  const signIn = async () => {
    await page.getByLabel('Email or mobile number').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto('/login?next=%2Fadmin%2Fadmins');
  await signIn();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const code = await dialog.getByRole('listitem').first().textContent();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = Secret.fromBase32(String(await dialog.locator('code').textContent()).replaceAll(' ', ''));
  await dialog.getByLabel('Code that the app shows').fill(new TOTP({ secret }).generate());
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Authenticator app' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.goto('/login?next=%2Fadmin%2Forders');
  await signIn();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();

  // As after ten minutes.
  let isRefused = false;
  await page.route('**/api/auth/admin/recovery-codes', (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    const json = { success: false, message: 'Confirm that it is you.', code: 'step_up_required' };
    return route.fulfill({ status: 403, json });
  });
  await page.goto('/admin/admins');
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await expect(dialog.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This recovery code is wrong or was used before.');
  await dialog.getByLabel('Recovery code').fill(String(code));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expect(dialog.getByText(String(code))).toHaveCount(0);
});
