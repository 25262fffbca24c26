import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditNoteContent } from './credit-note.ts';
import { type InvoiceContent, invoiceContent } from './invoice.ts';

const seller = {
  shopName: 'Haat',
  legalName: 'Haat Crafts LLP',
  address: 'Jaipur',
  state: 'Rajasthan',
  gstin: '08AAAFH0000A1ZL',
  email: '',
  mobile: '',
};
const goods = { name: 'Goods', variantLabel: '', sku: 'S', hsn: '6304' };

function invoice(
  items: { unitPaise: number; quantity: number; gstTenths: number; hsn?: string }[],
  more: { state?: string; gstin?: string } = {},
): InvoiceContent {
  const { state = 'Rajasthan', gstin = seller.gstin } = more;
  const shipping = { name: 'A', address: 'B', city: 'C', state, postalCode: '302001', country: 'India' };
  const issued = new Date('2026-11-01T00:00:00Z');
  return invoiceContent({
    code: 'HT/26-27/000001',
    issuedAt: issued,
    order: { id: 'x-abc123', createdAt: issued, name: 'A', email: '', mobile: '', shipping, isTest: false },
    items: items.map((item) => ({ ...goods, ...item, linePaise: item.unitPaise * item.quantity })),
    paymentId: 'pay_1',
    seller: { ...seller, gstin },
  });
}

const note = (whole: InvoiceContent, amountPaise: number, earlier: InvoiceContent[] = []) =>
  creditNoteContent({
    invoice: whole,
    earlier,
    amountPaise,
    code: 'CN/26-27/000001',
    issuedAt: new Date('2026-12-01T00:00:00Z'),
  });

it('takes a whole invoice back line by line, and names it', () => {
  const whole = invoice([
    { unitPaise: 105_000, quantity: 1, gstTenths: 50 },
    { unitPaise: 11_800, quantity: 2, gstTenths: 180 },
  ]);
  const taken = note(whole, whole.totals.totalPaise);
  expect(taken).toMatchObject({
    kind: 'credit_note',
    title: 'Credit Note',
    code: 'CN/26-27/000001',
    against: { code: 'HT/26-27/000001', issuedAt: '2026-11-01T00:00:00.000Z' },
    lines: whole.lines,
    totals: whole.totals,
    summary: whole.summary,
    totalWords: whole.totalWords,
  });
});

it('takes a part back in one line for each rate, in proportion', () => {
  const whole = invoice([
    { unitPaise: 105_000, quantity: 1, gstTenths: 50 },
    { unitPaise: 35_000, quantity: 1, gstTenths: 180, hsn: '6912' },
  ]);
  const { lines, totals } = note(whole, 40_000);
  expect(lines).toMatchObject([
    {
      name: 'Refund against invoice HT/26-27/000001',
      gstTenths: 50,
      linePaise: 30_000,
      hsn: '6304',
      quantity: 1,
    },
    { gstTenths: 180, linePaise: 10_000, hsn: '6912' },
  ]);
  // 5 % within 300.00 is 14.28 or so, of which half each.
  expect(lines[0]?.cgstPaise).toBe(lines[0]?.sgstPaise);
  expect(totals.totalPaise).toBe(40_000);
});

it('has a single line without tax where the shop charges none', () => {
  const items = [
    { unitPaise: 100, quantity: 1, gstTenths: 50 },
    { unitPaise: 100, quantity: 1, gstTenths: 180 },
  ];
  const { lines, totals } = note(invoice(items, { gstin: '' }), 77);
  expect(lines).toHaveLength(1);
  expect(totals).toMatchObject({ totalPaise: 77, taxablePaise: 77, cgstPaise: 0, igstPaise: 0 });
});

it('however a cart is given back bit by bit, notes and invoice agree to the paisa', () => {
  const item = fc.record({
    unitPaise: fc.integer({ min: 1, max: 5_000_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    gstTenths: fc.constantFrom(0, 30, 50, 120, 180, 400),
  });
  const shop = fc.record({
    state: fc.constantFrom('Rajasthan', 'Kerala'),
    gstin: fc.constantFrom('', seller.gstin),
  });
  const parts = fc.array(fc.double({ min: 0.0001, max: 1, noNaN: true }), { minLength: 0, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), shop, parts, (items, more, shares) => {
      const whole = invoice(items, more);
      const notes: InvoiceContent[] = [];
      let left = whole.totals.totalPaise;
      for (const share of [...shares, 1]) {
        const amount = Math.ceil(left * share);
        if (amount === 0) continue;
        left -= amount;
        notes.push(note(whole, amount, notes));
      }
      for (const { lines, totals } of notes) {
        for (const line of lines) {
          expect(line.taxablePaise + line.cgstPaise + line.sgstPaise + line.igstPaise).toBe(line.linePaise);
          expect(line.cgstPaise).toBe(line.sgstPaise);
          expect(
            Math.min(line.linePaise, line.taxablePaise, line.cgstPaise, line.igstPaise),
          ).toBeGreaterThanOrEqual(0);
        }
        expect(lines.reduce((sum, line) => sum + line.linePaise, 0)).toBe(totals.totalPaise);
      }
      for (const key of Object.keys(whole.totals) as (keyof typeof whole.totals)[]) {
        expect(notes.reduce((sum, { totals }) => sum + totals[key], 0)).toBe(whole.totals[key]);
      }
    }),
    { numRuns: 500 },
  );
});
