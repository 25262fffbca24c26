import { orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { phone, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { ...phone, width: 360 } });

test('a buyer reviews a product with a photograph, the shop publishes it, and shoppers find it', {
  tag: '@long',
}, async ({ page, browser, request }) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const order = await orderByCalls(request);
  await calls.call('PUT', `/order/admin/${order.id}/status`, { status: 'delivered' });

  await page.goto(`/order-success/${order.id}?key=${order.key}`);
  await page.getByRole('link', { name: 'Write a review' }).click();
  const title = `Lovely ${order.number}`;
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible();
  await page.getByRole('radio', { name: '4 stars: Very good' }).check({ force: true });
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Add photographs').setInputFiles(await pictureFile('mug.png', '#aa3322'));
  await expect(page.getByRole('button', { name: 'Remove photograph 1' })).toBeVisible();
  // What was entered outlives a reload.
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Thank you for your review.')).toBeInViewport();
  await expect(page.getByText('Waiting for approval')).toBeVisible();

  const office = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await openOffice(office, calls, '/admin/reviews?show=pending');
  const row = office.getByRole('button', { name: title });
  await row.click();
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(office.getByText('1 review published')).toBeVisible();
  await office.close();

  await page.goto(`/products/${product.slug}`);
  await page.getByRole('link', { name: /out of 5 stars/ }).click();
  await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  await page.getByRole('button', { name: 'Helpful' }).first().click();
  await expect(page.getByRole('button', { name: 'Helpful (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Report', exact: true }).first().click();
  await page.getByRole('button', { name: 'Advertising or spam' }).click();
  await expect(page.getByText('Thank you. The shop will look at this review.')).toBeVisible();
  await page.getByRole('link', { name: '4 stars' }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${product.slug}/reviews\\?stars=4$`));
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('link', { name: '1 star' }).click();
  await expect(page.getByText('No reviews match these filters.')).toBeVisible();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(`/products/${product.slug}`);
  await expect(reader.getByRole('heading', { name: title })).toBeVisible();
  await plain.close();
});
