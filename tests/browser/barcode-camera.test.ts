import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ean13 } from '../../server/pdf/ean13.ts';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { hasCheckDigit } from '../../shared/products/barcode.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: phone });

/** Stands in for the camera: it shows a barcode all the time. */
function showBarcode(page: Page, code: string) {
  return page.addInitScript((modules) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 360];
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      setInterval(() => {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 640, 360);
        context.fillStyle = '#000';
        let x = 130;
        modules.forEach((width, i) => {
          if (i % 2 === 0) context.fillRect(x, 0, width * 4, 360);
          x += width * 4;
        });
      }, 100);
      return canvas.captureStream();
    };
  }, ean13(code));
}

test('in a browser that can’t read barcodes, the camera reads one for stock and for a count', async ({
  page,
  request,
}) => {
  // A UPC, which the shop stores without the 0 that makes it an EAN.
  const digits = `7${randomInt(1e9, 1e10)}`;
  const upc = Array.from('0123456789', (digit) => digits + digit).find(hasCheckDigit) ?? '';
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
  await showBarcode(page, `0${upc}`);
  const calls = await ownersCalls(request);
  const name = `Lens ${randomUUID().slice(0, 6)}`;
  await calls.call<Product>('POST', '/products', { name, price: 100, countInStock: 5, barcode: upc });
  await openOffice(page, calls, '/admin/products/stock');
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByLabel('Camera')).toHaveCount(0);

  // The camera stays on for the next unit, and one that is still in front of it counts once.
  await page.goto(`/admin/products/count?search=${encodeURIComponent(name)}`);
  const field = page.getByLabel(`Counted of ${name}`);
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(field).toHaveValue('1');
  await expect(page.getByLabel('Camera')).toBeVisible();
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  await expect(field).toHaveValue('1');
});
