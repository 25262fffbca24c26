import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { shiprocketLogin, startFakeCouriers } from '../fakes/couriers.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { courierAccounts } from '../support/couriers.ts';
import { journeyPorts } from '../support/journey-ports.ts';

const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};

test('Shiprocket is set up, and a shipment is booked on a phone, and one is cancelled', {
  tag: '@long',
}, async ({ page, request }) => {
  test.slow();
  const couriers = await startFakeCouriers(journeyPorts().couriers);
  const calls = await ownersCalls(request);
  await page.setViewportSize(desktop);
  await openOffice(page, calls, '/admin/couriers');
  // It can be tried without an account, until a real courier is on.
  const tried = page.getByRole('listitem').filter({ hasText: 'Test courier' });
  await expect(tried.getByText('On', { exact: true })).toBeVisible();
  const form = page.getByRole('form', { name: 'Shiprocket' });
  await form.getByLabel('Email of the API user').fill(shiprocketLogin.login);
  await form.getByLabel('Password').fill(shiprocketLogin.secret);
  await form.getByLabel(/^Pickup location/).fill('Warehouse');
  await form.getByLabel(/^PIN code/).fill('302001');
  await form.getByLabel('Weight (g)').fill('500');
  await form.getByLabel('Book shipments with Shiprocket').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shiprocket was saved')).toBeVisible();
  await expect(tried.getByText('Off', { exact: true })).toBeVisible();
  // It is never shown again.
  await expect(form.getByLabel('Password')).toHaveValue('');
  await expect(form.getByLabel('Password')).toHaveAttribute('placeholder', 'Saved');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Shiprocket accepts the account')).toBeVisible();
  await page.getByRole('button', { name: /^(Create a|Replace the) token of Shiprocket$/ }).click();
  await expect(page.getByText('Copy the token now. It is not shown again.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  const events = page.getByRole('region', { name: 'Tracking events of Shiprocket' });
  await expect(events.getByText('A token is saved.')).toBeVisible();

  const first = await orderByCalls(request);
  const read = (id: string) => calls.call<AdminOrder>('GET', `/order/admin/${id}`);
  await calls.call('POST', `/order/admin/${first.id}/shipments`, {});
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/orders/${first.id}`);
  await page.getByRole('button', { name: 'Book courier for shipment 1' }).click();
  const dialog = page.getByRole('dialog', { name: /^Book shipment 1/ });
  await expect(dialog.getByLabel('Weight (g)')).toHaveValue('500');
  await dialog.getByRole('button', { name: 'Show services and prices' }).click();
  await dialog.getByLabel(/Blue Dart/).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Book with Shiprocket' }).click();
  await expect(page.getByText(/^Booked with Shiprocket, pickup 2026-11-24/)).toBeVisible();
  await expect(page.getByText('Shiprocket (Blue Dart):')).toBeVisible();
  const [shipment] = (await read(first.id)).shipments;
  couriers.move(shipment?.trackingNumber ?? '', 18);
  await page.getByRole('button', { name: 'Update status' }).click();
  await expect(page.getByText(/IN TRANSIT/)).toBeVisible();
  expect((await read(first.id)).status).toBe('shipped');

  // What is booked by mistake is cancelled.
  await page.setViewportSize(desktop);
  const second = await orderByCalls(request);
  await calls.call('POST', `/order/admin/${second.id}/shipments`, {});
  const booking = `/order/admin/${second.id}/shipments/${(await read(second.id)).shipments[0]?._id}/booking`;
  const { weightGrams, lengthCm, widthCm, heightCm } = courierAccounts.shiprocket;
  const size = { weightGrams, lengthCm, widthCm, heightCm };
  await calls.call('POST', booking, { provider: 'shiprocket', ...size });
  await page.goto(`/admin/orders/${second.id}`);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(page.getByText('The booking with Shiprocket was cancelled.')).toBeVisible();
  await couriers.stop();
});
