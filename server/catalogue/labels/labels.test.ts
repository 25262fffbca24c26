import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { asOwner } from '../../../tests/support/owner.ts';
import { pdfText } from '../../../tests/support/pdf-text.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

it('prints labels with name, code and price on as many sheets as they need', async () => {
  const name = `पीतल Vase ${randomUUID().slice(0, 4)}`;
  const { variants } = await owner.product({ name, price: 1500, finalPrice: 1290, barcode: '8901234567894' });
  const variant = variants[0]?._id;
  const print = (body: object) =>
    shop.app.inject({ method: 'POST', url: '/api/products/labels', headers: owner.headers, payload: body });
  for (const [sheet, pages] of [
    ['a4-24', 2],
    ['a4-65', 1],
    ['thermal-50x25', 25],
  ] as const) {
    const reply = await print({ sheet, lines: [{ variant, copies: 25 }] });
    expect(reply.statusCode).toBe(200);
    const texts = pdfText(reply.rawPayload).split('\f');
    expect(texts).toHaveLength(pages);
    for (const part of ['8901234567894', '₹1,290.00', 'MRP ₹1,500.00']) expect(texts[0]).toContain(part);
  }
  // The first sheet has one label left.
  const used = await print({ sheet: 'a4-24', used: 23, lines: [{ variant, copies: 2 }] });
  expect(pdfText(used.rawPayload).split('\f')).toHaveLength(2);
  for (const body of [
    { sheet: 'a4-25', lines: [{ variant, copies: 1 }] },
    { sheet: 'a4-24', lines: [] },
    { sheet: 'a4-24', lines: [{ variant, copies: 0 }] },
    { sheet: 'a4-24', lines: [{ variant, copies: 2001 }] },
  ])
    expect((await print(body)).statusCode).toBe(400);
  expect((await print({ sheet: 'a4-24', lines: [{ variant: 'none', copies: 1 }] })).statusCode).toBe(404);
});
