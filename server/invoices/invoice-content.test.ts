import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { financialYear, type InvoiceInput, invoiceCode, invoiceContent } from './invoice-content.ts';

describe('content', () => {
  test('splits the tax into CGST and SGST within a state', () => {
    const content = invoiceContent(sale({ state: 'Rajasthan' }));
    expect(content).toMatchObject({
      title: 'Tax Invoice',
      tax: 'split',
      placeOfSupply: { name: 'Rajasthan', code: '08' },
      totals: {
        taxablePaise: 100_000,
        cgstPaise: 2_500,
        sgstPaise: 2_500,
        igstPaise: 0,
        totalPaise: 105_000,
      },
      totalWords: 'One Thousand Fifty Rupees Only',
      orderNumber: 'ABC123',
    });
  });

  test('charges IGST to another state, by any of its names', () => {
    const content = invoiceContent(sale({ state: 'orissa' }));
    expect(content.placeOfSupply).toEqual({ name: 'Odisha', code: '21' });
    expect(content.totals).toMatchObject({ taxablePaise: 100_000, cgstPaise: 0, igstPaise: 5_000 });
  });

  test('prints an unknown state unchanged, with IGST', () => {
    const content = invoiceContent(sale({ state: 'Atlantis' }));
    expect(content).toMatchObject({ tax: 'integrated', placeOfSupply: { name: 'Atlantis', code: '' } });
  });

  test('without a delivery address the place of supply is the shop', () => {
    const input = sale({ state: 'Kerala' });
    const content = invoiceContent({ ...input, order: { ...input.order, shipping: null } });
    expect(content).toMatchObject({ tax: 'split', placeOfSupply: { code: '08' }, delivery: null });
  });

  test('the place of supply of a business is the state of its GSTIN, wherever the goods go', () => {
    const input = sale({ state: 'Karnataka' });
    const business = { businessName: 'Rao Traders', gstin: '08AAAFH0000A1ZL' };
    const content = invoiceContent({ ...input, order: { ...input.order, ...business } });
    expect(content).toMatchObject({ tax: 'split', placeOfSupply: { name: 'Rajasthan', code: '08' } });
    expect(content.buyer.business).toEqual({ name: 'Rao Traders', gstin: '08AAAFH0000A1ZL' });
  });

  test('CGST and SGST are each rounded to the nearest paisa, and the taxable value is the rest', () => {
    const items = [{ ...soapDish, gstTenths: 180, unitPaise: 113, quantity: 1, linePaise: 113 }];
    const totals = (state: string) => invoiceContent({ ...sale({ state }), items }).totals;
    // 18% within ₹1.13 are 17.24 paise: 8.62 and 8.62, or 17.24.
    expect(totals('Rajasthan')).toMatchObject({ taxablePaise: 95, cgstPaise: 9, sgstPaise: 9 });
    expect(totals('Kerala')).toMatchObject({ taxablePaise: 96, igstPaise: 17 });
  });

  test('a business in no state is charged IGST', () => {
    const input = sale({ state: 'Rajasthan' });
    const business = { businessName: 'Rao Offshore', gstin: '97AAAFH0000A1ZE' };
    const content = invoiceContent({ ...input, order: { ...input.order, ...business } });
    expect(content).toMatchObject({
      tax: 'integrated',
      placeOfSupply: { name: 'Other Territory', code: '97' },
    });
  });

  test('a unit of a Special Economic Zone in the state of the seller is charged IGST', () => {
    const input = sale({ state: 'Rajasthan' });
    const business = { businessName: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true };
    const order = { ...input.order, ...business };
    const content = invoiceContent({ ...input, order });
    expect(content).toMatchObject({ tax: 'integrated', placeOfSupply: { name: 'Rajasthan', code: '08' } });
    expect(content.totals).toMatchObject({ taxablePaise: 100_000, cgstPaise: 0, igstPaise: 5_000 });
    expect(content.buyer.business).toEqual({ name: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true });
    const untaxed = invoiceContent({ ...input, order, seller: { ...input.seller, gstin: '' } });
    expect(untaxed.tax).toBe('none');
  });

  test('a rate of 0.25% is exact', () => {
    const item = { ...soapDish, gstTenths: 2.5, unitPaise: 100_250, quantity: 1, linePaise: 100_250 };
    const totals = (state: string) => invoiceContent({ ...sale({ state }), items: [item] }).totals;
    expect(totals('Rajasthan')).toMatchObject({ taxablePaise: 100_000, cgstPaise: 125, sgstPaise: 125 });
    expect(totals('Kerala')).toMatchObject({ taxablePaise: 100_000, igstPaise: 250 });
  });

  test('has no taxes without a GSTIN', () => {
    const input = sale({ state: 'Rajasthan' });
    const content = invoiceContent({ ...input, seller: { ...input.seller, gstin: '' } });
    expect(content).toMatchObject({ title: 'Invoice', tax: 'none' });
    expect(content.totals).toMatchObject({ taxablePaise: 105_000, cgstPaise: 0, igstPaise: 0 });
  });

  test('is unchanged after it is stored as JSON', () => {
    const content = invoiceContent(sale({ state: 'Rajasthan' }));
    expect(JSON.parse(JSON.stringify(content))).toEqual(content);
  });
});

test('the total of any cart is exact to the paisa', () => {
  const item = fc
    .record({
      unitPaise: fc.integer({ min: 0, max: 50_000_000 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      gstTenths: fc.oneof(
        fc.constantFrom(0, 2.5, 15, 30, 50, 120, 180, 400),
        fc.integer({ min: 0, max: 1000 }),
      ),
    })
    .map((line) => ({ ...soapDish, ...line, linePaise: line.unitPaise * line.quantity }));
  const cart = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 50 }),
    state: fc.constantFrom('Rajasthan', 'Kerala'),
    gstin: fc.constantFrom('', '08AAAFH0000A1ZL'),
  });
  fc.assert(
    fc.property(cart, ({ items, state, gstin }) => {
      const input = sale({ state });
      const { lines, summary, totals } = invoiceContent({
        ...input,
        items,
        seller: { ...input.seller, gstin },
      });
      const due = items.reduce((sum, line) => sum + line.linePaise, 0);
      for (const line of lines) {
        expect(taxed(line)).toBe(line.linePaise);
        expect(line.cgstPaise).toBe(line.sgstPaise);
      }
      expect(totals.totalPaise).toBe(due);
      expect(taxed(totals)).toBe(due);
      expect(summary.reduce((sum, rate) => sum + taxed(rate), 0)).toBe(due);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['2026-11-21T10:00:00Z', '26-27'],
  ['2026-03-31T18:29:59Z', '25-26'],
  ['2026-03-31T18:30:00Z', '26-27'],
  ['2099-12-31T00:00:00Z', '99-00'],
])('%s is in the financial year %s', (moment, year) => {
  expect(financialYear(new Date(moment))).toBe(year);
});

test('numbers have at most 16 characters', () => {
  expect(invoiceCode('HT', '26-27', 1)).toBe('HT/26-27/000001');
  expect(invoiceCode('HT', '26-27', 1_234_567)).toBe('HT/26-27/1234567');
  expect(invoiceCode('BAZAR', '26-27', 7)).toBe('BAZAR/26-27/0007');
  expect(() => invoiceCode('HT', '26-27', 12_345_678)).toThrow('No room');
  expect(() => invoiceCode('ENDLESSNAME', '26-27', 1)).toThrow('No room');
});

const soapDish = {
  name: 'Soap dish',
  variantLabel: 'Blue',
  sku: 'SD-1',
  hsn: '6912',
  gstTenths: 50,
  unitPaise: 52_500,
  quantity: 2,
  discountPaise: 0,
  freePaise: 0,
  shippingPaise: 0,
  linePaise: 105_000,
};

function sale({ state }: { state: string }): InvoiceInput {
  return {
    code: 'HT/26-27/000001',
    issuedAt: new Date('2026-11-21T10:00:00Z'),
    order: {
      id: '00000000-0000-4000-8000-000000abc123',
      createdAt: new Date('2026-11-21T09:58:00Z'),
      name: 'Asha Rao',
      email: 'asha@example.in',
      mobile: '9876543210',
      businessName: '',
      gstin: '',
      isSez: false,
      roundingPaise: 0,
      codFeePaise: 0,
      shipping: {
        name: 'Asha Rao',
        address: '1 Lane',
        city: 'Town',
        state,
        postalCode: '302001',
        country: 'India',
      },
      isTest: false,
    },
    items: [soapDish],
    paymentId: 'pay_1',
    seller: {
      shopName: 'Haat',
      legalName: 'Haat Crafts LLP',
      address: 'Jaipur',
      state: 'Rajasthan',
      gstin: '08AAAFH0000A1ZL',
      email: 'hello@haat.example',
      mobile: '9000012345',
    },
  };
}

type Amounts = { taxablePaise: number; cgstPaise: number; sgstPaise: number; igstPaise: number };
const taxed = (line: Amounts) => line.taxablePaise + line.cgstPaise + line.sgstPaise + line.igstPaise;
