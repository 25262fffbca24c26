import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

test.use({ viewport: { width: 360, height: 740 } });

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
test.beforeAll(async () => {
  mailServer = await startMailServer(journeyPorts().mail);
});
test.afterAll(() => mailServer.stop());

test('a shopper confirms her address, logs in with a mailed code, adds a passkey and logs in with it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/40[01]/);
  const email = `asha.${Date.now()}@example.in`;
  const password = 'block-print-42';
  const data = { name: 'Asha Rao', email, mobile: `9${String(Date.now()).slice(-9)}`, password };
  const { token } = await (await page.request.post('/api/auth/register', { data })).json();
  const link = (await mailServer.waitFor(email, /confirm-email/)).text.match(/confirm-email\/([\w-]+)/)?.[1];
  await page.request.post('/api/auth/confirm-email', {
    headers: { authorization: `Bearer ${token}` },
    data: { token: link },
  });

  const logOut = async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/user-login?from=%2Fprofile');
  };
  const profile = page.getByRole('heading', { name: 'Asha Rao' });

  await page.goto('/user-login?from=%2Fprofile');
  await page.getByLabel('Email or Mobile').fill(email);
  await page.getByRole('button', { name: 'Log in with a code' }).click();
  await expect(page.getByLabel('Email or Mobile')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText(`If an account has confirmed ${email}, we send a code to it.`)).toBeVisible();
  const code = (await mailServer.waitFor(email, /sign-in code/)).text.match(/code: (\d{4} \d{4})/)?.[1] ?? '';
  await page.getByLabel('Code').fill('0000 0000');
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(profile).toBeVisible();

  await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill(password);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(page.getByText('Passkey: My phone')).toBeVisible();
  await logOut();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(profile).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await expect(page.getByText('Passkey: My phone')).toBeHidden();
  await logOut();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText('This passkey could not be verified.')).toBeVisible();
});
