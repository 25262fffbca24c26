import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditNoteContent, linesLeft, type NoteShare, printedLines } from './credit-note.ts';
import { type InvoiceContent, invoiceContent } from './invoice-content.ts';

const seller = {
  shopName: 'Haat',
  legalName: 'Haat Crafts LLP',
  address: 'Jaipur',
  state: 'Rajasthan',
  gstin: '08AAAFH0000A1ZL',
  email: '',
  mobile: '',
};
const goods = {
  name: 'Goods',
  variantLabel: '',
  sku: 'S',
  hsn: '6304',
  discountPaise: 0,
  freePaise: 0,
  shippingPaise: 0,
};

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
    order: {
      id: 'x-abc123',
      createdAt: issued,
      name: 'A',
      email: '',
      mobile: '',
      shipping,
      isTest: false,
      businessName: '',
      gstin: '',
      isSez: false,
      roundingPaise: 0,
      codFeePaise: 0,
    },
    items: items.map((item) => ({ ...goods, ...item, linePaise: item.unitPaise * item.quantity })),
    paymentId: 'pay_1',
    seller: { ...seller, gstin },
  });
}

const note = (whole: InvoiceContent, shares: NoteShare[], earlier: InvoiceContent[] = []) =>
  creditNoteContent({
    invoice: whole,
    earlier,
    shares,
    code: 'CN/26-27/000001',
    issuedAt: new Date('2026-12-01T00:00:00Z'),
  });

/** The remainder of each line, with its remaining units. */
const rest = (whole: InvoiceContent, earlier: InvoiceContent[] = []): NoteShare[] =>
  linesLeft(whole, earlier).map(({ linePaise }, line) => ({ line, quantity: 0, amountPaise: linePaise }));

it('reverses a whole invoice line by line and names it', () => {
  const whole = invoice([
    { unitPaise: 105_000, quantity: 1, gstTenths: 50 },
    { unitPaise: 11_800, quantity: 2, gstTenths: 180 },
  ]);
  const taken = note(whole, [
    { line: 0, quantity: 1, amountPaise: 105_000 },
    { line: 1, quantity: 2, amountPaise: 23_600 },
  ]);
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

it('reverses only the tax of the returned line and lists no other goods', () => {
  const whole = invoice([
    { unitPaise: 69_000, quantity: 1, gstTenths: 50, hsn: '6304' },
    { unitPaise: 45_000, quantity: 1, gstTenths: 180, hsn: '6912' },
    { unitPaise: 12_000, quantity: 1, gstTenths: 0, hsn: '4901' },
  ]);
  const taken = note(whole, [{ line: 0, quantity: 1, amountPaise: 69_000 }]);
  expect(taken.lines).toMatchObject([{ hsn: '6304', quantity: 1, unitPaise: 69_000, gstTenths: 50 }]);
  expect(taken.totals).toEqual({
    totalPaise: 69_000,
    taxablePaise: 69_000 - 3286,
    cgstPaise: 1643,
    sgstPaise: 1643,
    igstPaise: 0,
  });
});

it('shows goodwill as one line for each rate', () => {
  const whole = invoice([
    { unitPaise: 105_000, quantity: 1, gstTenths: 50 },
    { unitPaise: 35_000, quantity: 1, gstTenths: 180, hsn: '6912' },
  ]);
  const taken = note(whole, [
    { line: 0, quantity: 0, amountPaise: 30_000 },
    { line: 1, quantity: 0, amountPaise: 10_000 },
  ]);
  expect(printedLines(taken)).toMatchObject([
    {
      name: 'Refund against invoice HT/26-27/000001',
      gstTenths: 50,
      linePaise: 30_000,
      hsn: '6304',
      quantity: 0,
    },
    { gstTenths: 180, linePaise: 10_000, hsn: '6912' },
  ]);
  // 5 % within 300.00 is 14.28 or so, of which half each.
  expect(taken.lines[0]?.cgstPaise).toBe(taken.lines[0]?.sgstPaise);
  expect(taken.totals.totalPaise).toBe(40_000);
});

it('shows goodwill as a single line without tax if the shop charges none', () => {
  const items = [
    { unitPaise: 100, quantity: 1, gstTenths: 50 },
    { unitPaise: 100, quantity: 1, gstTenths: 180 },
  ];
  const taken = note(invoice(items, { gstin: '' }), [
    { line: 0, quantity: 0, amountPaise: 39 },
    { line: 1, quantity: 0, amountPaise: 38 },
  ]);
  expect(printedLines(taken)).toHaveLength(1);
  expect(taken.totals).toMatchObject({ totalPaise: 77, taxablePaise: 77, cgstPaise: 0, igstPaise: 0 });
});

it('distributes older notes with a rate but no line in proportion to the lines of that rate', () => {
  const whole = invoice([
    { unitPaise: 30_000, quantity: 2, gstTenths: 50 },
    { unitPaise: 20_000, quantity: 1, gstTenths: 50 },
    { unitPaise: 11_800, quantity: 1, gstTenths: 180 },
  ]);
  const { lines, ...content } = note(whole, [
    { line: 0, quantity: 0, amountPaise: 7_500 },
    { line: 1, quantity: 0, amountPaise: 2_500 },
    { line: 2, quantity: 0, amountPaise: 1_180 },
  ]);
  const old = { ...content, lines: printedLines({ ...content, lines }) };
  expect(old.lines.every(({ line }) => line === undefined)).toBe(true);
  expect(linesLeft(whole, [old]).map(({ linePaise }) => linePaise)).toEqual([52_500, 17_500, 10_620]);
  const last = note(whole, rest(whole, [old]), [old]);
  expect(last.totals.cgstPaise + old.totals.cgstPaise).toBe(whole.totals.cgstPaise);
  expect(linesLeft(whole, [old, last]).every(({ linePaise }) => linePaise === 0)).toBe(true);
  const all = { ...whole, kind: 'credit_note' as const };
  expect(linesLeft(whole, [all]).every(({ linePaise }) => linePaise === 0)).toBe(true);
});

// What is less than ₹1 can be refunded to a gift card. Of two paise, CGST and SGST cannot both be paid back in two parts.
it.each([
  [100, 'agree with the invoice to the paisa'],
  [1, 'are valid, also of single paise'],
])('the credit notes of any sequence of partial refunds from %d paise on %s', (leastPaise) => {
  const item = fc.record({
    unitPaise: fc.integer({ min: 100, max: 5_000_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    gstTenths: fc.constantFrom(0, 30, 50, 120, 180, 400),
  });
  const shop = fc.record({
    state: fc.constantFrom('Rajasthan', 'Kerala'),
    gstin: fc.constantFrom('', seller.gstin),
  });
  const part = fc.record({ line: fc.nat(), share: fc.double({ min: 0.01, max: 1, noNaN: true }) });
  const parts = fc.array(part, { minLength: 0, maxLength: 8 });
  const twoRupees = [{ unitPaise: 100, quantity: 2, gstTenths: 400 }];
  const singlePaise = [0.97, 0.01, 0.01, 0.01, 0.01, 0.01].map((share) => ({ line: 0, share }));
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), shop, parts, (items, more, takes) => {
      const whole = invoice(items, more);
      const notes: InvoiceContent[] = [];
      for (const { line: any, share } of takes) {
        const line = any % items.length;
        const left = linesLeft(whole, notes)[line]?.linePaise ?? 0;
        const amountPaise = Math.min(left, Math.max(leastPaise, Math.ceil(left * share)));
        if (amountPaise > 0) notes.push(note(whole, [{ line, quantity: 1, amountPaise }], notes));
      }
      notes.push(note(whole, rest(whole, notes), notes));
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
      const all = Object.keys(whole.totals) as (keyof typeof whole.totals)[];
      for (const key of leastPaise === 1 ? (['totalPaise'] as const) : all)
        expect(notes.reduce((sum, { totals }) => sum + (totals[key] ?? 0), 0)).toBe(whole.totals[key]);
    }),
    { numRuns: 500, examples: [[twoRupees, { state: 'Rajasthan', gstin: seller.gstin }, singlePaise]] },
  );
});
