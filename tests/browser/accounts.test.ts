import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { shortRupees } from '../../shared/money.ts';
import { expectAccessibleIn } from '../support/axe.ts';
import { payByCalls } from '../support/browser-orders.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  asha,
  closePayment,
  desktop,
  expectSuccess,
  fillDetails,
  goodCard,
  openPayment,
  openPdf,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';

const password = 'block-print-42';
const uniqueEmail = () => `asha.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.in`;
const uniqueMobile = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
test.beforeAll(async () => {
  mailServer = await startMailServer(journeyPorts().mail);
});
test.afterAll(() => mailServer.stop());

/** The link that starts with `path` in the newest email to this address. */
async function mailedLink(email: string, path: string): Promise<string> {
  const mail = await mailServer.waitFor(email, new RegExp(`/${path}`));
  const link = mail.text.match(new RegExp(`http://[^/\\s"]+(/${path}[^\\s"<]*)`))?.[1];
  return String(link).replaceAll('&amp;', '&');
}

async function logIn(page: Page, identifier: string, secret = password) {
  await page.getByLabel('Email or Mobile').fill(identifier);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
}

async function register(page: Page, email: string) {
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile').fill(uniqueMobile());
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
}

/** Creates an account through the API and signs it in in this browser. */
async function signIn(page: Page, email = uniqueEmail()) {
  const data = { name: 'Asha Rao', email, mobile: uniqueMobile(), password };
  const reply = await page.request.post('/api/auth/register', { data });
  const { token } = (await reply.json()) as { token: string };
  await page.goto('/about');
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  return { ...data, token };
}

test.describe('at a desk', () => {
  test.use({ viewport: desktop });

  test('a guest buys, sets a password, logs in and finds the order in the profile', async ({
    page,
    request,
  }) => {
    const product = await stockedProduct(request);
    const guest = { ...asha, email: uniqueEmail(), mobile: uniqueMobile() };
    await addToCart(page, product);
    await page.goto('/checkout');
    await fillDetails(page, guest);
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    const confirmation = await mailServer.waitFor(guest.email, /Thank you for your order/);
    expect(confirmation.text).toContain(`Total: ${shortRupees(product.finalPrice)}`);
    expect(confirmation.text).toContain('application/pdf');

    await page.getByRole('link', { name: 'Set Password' }).click();
    await expect(page.getByRole('heading', { name: 'Finish setting up your account' })).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue(guest.name);
    await expect(page.getByLabel('Mobile')).toHaveValue(guest.mobile);
    await page.getByRole('textbox', { name: 'New Password' }).fill(password);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Account activated successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/user-login$/);
    await expect(page.getByLabel('Email or Mobile')).toHaveValue(guest.email);
    await logIn(page, guest.email);

    await expect(page).toHaveURL(/\/$/);
    // The header may move away from the mouse while the page scrolls to its top, so hover again until the menu opens.
    await expect(async () => {
      await page.mouse.move(0, 500);
      await page.getByRole('button', { name: 'Your account' }).hover();
      await expect(page.getByText('Signed in as')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: guest.name, level: 1 })).toBeVisible();
    const row = page.getByRole('button', { name: /^Order [0-9A-F]{6}/ });
    await expect(row).toContainText(shortRupees(product.finalPrice));
    await row.click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect(page.getByRole('cell', { name: product.name })).toBeVisible();

    await openPdf(page.getByRole('button', { name: 'View Invoice' }));
    await page.getByRole('button', { name: 'Order again' }).click();
    await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toContainText(product.name);
    await page.keyboard.press('Escape');

    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText('You must be logged in to view this page.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await logIn(page, guest.mobile);
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('the emailed activation link works once', { tag: '@long' }, async ({
    page,
    request,
    expectedErrors,
  }) => {
    const product = await stockedProduct(request);
    const guest = { ...asha, email: uniqueEmail(), mobile: uniqueMobile() };
    await addToCart(page, product);
    await page.goto('/checkout');
    await fillDetails(page, guest);
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    const link = await mailedLink(guest.email, 'activate-account');
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByLabel('Full Name')).toHaveValue(guest.name);
    await page.getByRole('textbox', { name: 'New Password' }).fill(password);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page).toHaveURL(/\/user-login$/);
    expectedErrors.push(/401/);
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired activation link.');
  });

  test('login returns to checkout with the details of the account', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const product = await stockedProduct(request);
    const shopper = await signIn(page);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add address' });
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await expect(dialog.getByText('PIN code is required')).toBeVisible();
    await dialog.getByLabel('Full name').fill(asha.name);
    await dialog.getByLabel('Address', { exact: true }).fill(asha.address);
    await dialog.getByLabel('City').fill(asha.city);
    await dialog.getByLabel('PIN code').fill(asha.postalCode);
    await dialog.getByLabel('State').selectOption(asha.state);
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByText('Default', { exact: true })).toBeVisible();
    const parents = { name: 'Devi Rao', address: '4, Sardarpura', city: 'Jodhpur', postalCode: '342001' };
    await page.request.post('/api/auth/addresses', {
      headers: { authorization: `Bearer ${shopper.token}` },
      data: { ...parents, state: 'Rajasthan' },
    });
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();

    await addToCart(page, product);
    await page.goto('/checkout');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await logIn(page, shopper.email);
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByLabel('Email Address')).toHaveValue(shopper.email);
    await expect(page.getByLabel('Email Address')).toBeDisabled();
    await expect(page.getByLabel('Mobile Number')).toBeDisabled();
    await expect(page.getByLabel('City')).toHaveValue(asha.city);

    await page.getByLabel('Alternate Mobile (Optional)').fill('9812345678');
    await page
      .getByLabel('Saved addresses')
      .selectOption({ label: `${parents.name}, ${parents.address}, ${parents.city} ${parents.postalCode}` });
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue(parents.city);
    await expect(page.getByLabel('Alternate Mobile (Optional)')).toHaveValue('9812345678');
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    await expect(page.getByRole('heading', { name: 'Finish Setting Up Your Account' })).toBeHidden();
  });

  test('an unpaid order is paid from the profile while its items are reserved', async ({ page, request }) => {
    const product = await stockedProduct(request);
    const shopper = await signIn(page);
    const headers = { authorization: `Bearer ${shopper.token}` };
    const made = await page.request.post('/api/razorpay/create-order', {
      headers,
      data: orderOf(product._id),
    });
    const { order_id, razorpay_order } = (await made.json()) as {
      order_id: string;
      razorpay_order: { id: string };
    };
    await page.goto('/profile');
    await expect(
      page.getByText(/^Not paid yet\. Its items are reserved until \d\d:\d\d [ap]m\.$/),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Order [0-9A-F]{6}/ }).click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Order again' })).toBeHidden();
    await page.getByRole('link', { name: 'Finish paying' }).click();

    await expect(page.getByRole('heading', { name: 'Finish paying' })).toBeVisible();
    await expect(page.getByText(asha.address)).toBeVisible();
    const pay = page.getByRole('button', { name: `Pay ${shortRupees(product.finalPrice)}` });
    await page.waitForFunction(() => 'Razorpay' in window);
    await pay.click();
    await closePayment(page);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Payment not completed.');
    const opening = page.waitForResponse('**/api/razorpay/orders/*/payment');
    await pay.click();
    expect(await (await opening).json()).toMatchObject({ order_id, razorpay_order });
    await payByCard(page, goodCard);
    await expectSuccess(page);

    // An expired unpaid order says so and can no longer be paid.
    const expired = await page.request.post('/api/razorpay/create-order', {
      headers,
      data: orderOf(product._id),
    });
    const { order_id: id } = (await expired.json()) as { order_id: string };
    await (await ownersCalls(request)).call('PUT', `/order/admin/${id}/status`, { status: 'failed' });
    await page.goto(`/checkout?order=${id}`);
    await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText(/^This order was not paid and expired on .+ [ap]m\./)).toBeVisible();
    await page.getByRole('button', { name: /failed/i }).click();
    await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible();
  });

  test('devices are listed in the profile and signed out', { tag: '@long' }, async ({
    page,
    browser,
    expectedErrors,
  }) => {
    expectedErrors.push(/401/);
    const shopper = await signIn(page);
    const another = await (await browser.newContext()).newPage();
    await another.goto('/user-login?from=%2Fprofile');
    await logIn(another, shopper.email);
    const devices = (on: Page) => on.getByRole('region', { name: 'Devices' }).getByRole('listitem');
    await expect(devices(another)).toHaveCount(2);
    await expect(devices(another).filter({ hasText: 'This device' })).toContainText('Chrome on Windows');
    await page.goto('/profile');
    await devices(page)
      .filter({ hasNotText: 'This device' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await expect(devices(page)).toHaveCount(1);
    await another.reload();
    await expect(another.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });

  test('Order again shows in the cart which items are not available', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const calls = await ownersCalls(request);
    const last = await calls.call<Product>('POST', '/products', {
      name: 'The last jug',
      price: 700,
      countInStock: 1,
    });
    const shopper = await signIn(page);
    const made = await page.request.post('/api/razorpay/create-order', {
      headers: { authorization: `Bearer ${shopper.token}` },
      data: orderOf((await stockedProduct(request))._id, last._id),
    });
    const { razorpay_order } = (await made.json()) as { razorpay_order: { id: string } };
    await payByCalls(request, razorpay_order.id);
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Order [0-9A-F]{6}/ }).click();
    await page.getByRole('button', { name: 'Order again' }).click();
    const drawer = page.getByRole('dialog', { name: 'Your Cart (1)' });
    await expect(drawer.getByText('Not available right now: 1 of 2 items.')).toBeVisible();
    await calls.call('DELETE', `/products/${last._id}`);
  });

  test('admins cannot log in as shoppers and have no order history', async ({ page, expectedErrors }) => {
    expectedErrors.push(/403/);
    const admin = { email: 'owner@haat.example', password: 'journeys-of-the-owner' };
    await page.goto('/user-login');
    await logIn(page, admin.email, admin.password);
    await expect(page.getByRole('alert')).toHaveText('Admins cannot log in from the user portal.');
    const reply = await page.request.post('/api/auth/login', { data: { ...admin, portal: 'admin' } });
    const { token } = (await reply.json()) as { token: string };
    await page.evaluate((value) => localStorage.setItem('adminToken', value), token);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Admin Account' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('a shopper registers, resets the password and logs in', async ({ page, expectedErrors }) => {
    const email = uniqueEmail();
    await page.goto('/about');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await register(page, email);
    await expect(page.getByText('Registered successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/user-login\?from=%2Fabout$/);

    expectedErrors.push(/401/);
    await logIn(page, email, 'what-was-it-again');
    await expect(page.getByRole('alert')).toHaveText('Wrong email, mobile number or password.');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Password reset link sent to your email').first()).toBeVisible();

    const link = await mailedLink(email, 'reset-password');
    await page.goto(link);
    await page.getByRole('textbox', { name: 'New Password' }).fill('remembered-now');
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill('remembered-not');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill('remembered-now');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Password reset successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/user-login$/);
    await logIn(page, email, 'remembered-now');
    await expect(page).toHaveURL(/\/$/);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('Signed in as')).toBeVisible();
  });

  test('registering with an email that has an account fails with one message', { tag: '@long' }, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/);
    const email = uniqueEmail();
    await page.request.post('/api/auth/register', { data: { name: 'Asha Rao', email, password } });
    await page.goto('/register');
    await register(page, email);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already/);
    await expect(page.getByText(/already/)).toHaveCount(1);
  });

  test('registering with the email of a guest order leads to activation', { tag: '@long' }, async ({
    page,
    expectedErrors,
  }) => {
    const email = uniqueEmail();
    const { products } = await (await page.request.get('/api/products?inStock=true&limit=1')).json();
    const { name, address, city, state, postalCode } = asha;
    await page.request.post('/api/razorpay/create-order', {
      data: {
        email,
        mobile: uniqueMobile(),
        cart_items: [{ product_id: products[0]._id, variant_id: products[0].variants[0]._id, quantity: 1 }],
        shipping_details: { name, address, city, state, postalCode },
      },
    });
    expectedErrors.push(/409/);
    await page.goto('/register');
    await register(page, email);
    await expect(page).toHaveURL(`/activate-account?email=${encodeURIComponent(email)}`);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'All fields are required.' })).toBeVisible();
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Mobile').fill(uniqueMobile());
    await page.getByRole('textbox', { name: 'New Password' }).fill(password);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('to set your password to that mailbox')).toBeVisible();
    const link = await mailedLink(email, 'activate-account');
    await page.goto(link);
    await page.getByRole('textbox', { name: 'New Password' }).fill(password);
    await page.getByLabel('Mobile').fill(uniqueMobile());
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page).toHaveURL(/\/user-login$/);
  });

  test('a shopper confirms the email, changes the details and deletes the account', async ({
    page,
    expectedErrors,
  }) => {
    const shopper = await signIn(page);
    await page.goto(await mailedLink(shopper.email, 'confirm-email'));
    await expect(page.getByText(`${shopper.email} is confirmed.`)).toBeVisible();
    await page.getByRole('link', { name: 'Go to your profile' }).click();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Full Name').fill('Asha Devi');
    await page.getByRole('textbox', { name: 'New Password' }).fill('another-one-7');
    await page.getByRole('textbox', { name: 'Current Password' }).fill('not this one');
    expectedErrors.push(/400/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The current password is wrong')).toBeVisible();
    await page.getByRole('textbox', { name: 'Current Password' }).fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Asha Devi', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Asha Devi', level: 1 })).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toBe('my-data.json');

    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await dialog.getByRole('textbox', { name: 'Current Password' }).fill('another-one-7');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Your account is deleted.')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    const reply = await page.request.post('/api/auth/login', {
      data: { email: shopper.email, password: 'another-one-7' },
    });
    expect(reply.status()).toBe(401);
  });
});

test('axe finds no violations in the profile: viewing, editing and dialogs', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const looks = [
    { viewport: phone, colorScheme: 'light' },
    { viewport: desktop, colorScheme: 'dark' },
  ] as const;
  const product = await stockedProduct(request);
  const shopper = await signIn(page);
  await page.request.post('/api/razorpay/create-order', {
    headers: { authorization: `Bearer ${shopper.token}` },
    data: { ...orderOf(product._id), email: shopper.email },
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Order [0-9A-F]{6}/ }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectAccessibleIn(page, looks);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'New Password' }).fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectAccessibleIn(page, looks);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessibleIn(page, looks);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expectAccessibleIn(page, looks);
});

function orderOf(...productIds: string[]) {
  const { mobile, name, address, city, state, postalCode } = asha;
  return {
    mobile,
    cart_items: productIds.map((id) => ({ product_id: id, quantity: 1 })),
    shipping_details: { name, address, city, state, postalCode },
  };
}
