import { describe, expect, test, vi } from 'vitest';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { createCanvas } from '../pdf/text.ts';
import { printable } from '../pdf/text-runs.ts';
import { typeface } from '../pdf/typeface.ts';
import { renderInvoice } from './draw-invoice.ts';
import { type InvoiceInput, invoiceContent } from './invoice-content.ts';

describe('the PDF', () => {
  test('shows the items, the buyer and the amounts', async () => {
    const text = await printed({});
    for (const part of [
      'Tax Invoice',
      'HT/26-27/000001',
      '21 Nov 2026',
      'ABC123',
      'Haat Crafts LLP',
      'GSTIN: 08AAAFH0000A1ZL',
      'Asha Rao',
      'Place of supply: Rajasthan (08)',
      'Cushion Cover 1',
      '6304',
      'CGST',
      '₹1,050.00',
      'One Thousand Fifty Rupees Only',
      'pay_SbX29aKd8sPq1L',
      'This is a computer-generated invoice',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('TEST');
  });

  test('has no tax columns without a GSTIN', async () => {
    const text = await printed({ gstin: '' });
    expect(text).toContain('Invoice');
    expect(text).not.toMatch(/Tax Invoice|GST|Taxable/);
  });

  test('shows IGST for another state', async () => {
    const text = await printed({ state: 'Kerala' });
    expect(text).toContain('IGST');
    expect(text).not.toMatch(/CGST|SGST/);
  });

  test('marks a test order on every page', async () => {
    const pages = (await printed({ isTest: true, count: 50 })).split('\f');
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('TEST: no payment was taken');
  });

  test('repeats the table header and numbers the pages of a long order', async () => {
    const pages = (await printed({ count: 50 })).split('\f');
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('Taxable value');
      expect(page).toContain(`page ${i + 1} of ${pages.length}`);
    }
    for (let i = 1; i <= 50; i++) expect(pages.join('')).toContain(`Cushion Cover ${i}`);
  });

  test('is identical each time', async () => {
    const content = invoiceContent(sale({ count: 12 }));
    const [first, second] = [await renderInvoice(content), await renderInvoice(content)];
    expect(first.equals(second)).toBe(true);
  });
});

describe('names in the scripts of India', () => {
  test.each([
    ['Assamese', 'লক্ষ্মী বৰুৱা'],
    ['Bengali', 'শ্রীমতী কৃষ্ণা চট্টোপাধ্যায়'],
    ['Gujarati', 'શ્રીમતી લક્ષ્મી જ્ઞાન'],
    ['Hindi, Marathi, Sanskrit', 'श्रीमती लक्ष्मी देवी राष्ट्र।'],
    ['Kannada', 'ಶ್ರೀಮತಿ ಲಕ್ಷ್ಮಿ ಕೃಷ್ಣ'],
    ['Malayalam', 'ശ്രീമതി ലക്ഷ്മി കൃഷ്ണൻ സ്ത്രീ'],
    ['Manipuri', 'ꯃꯩꯇꯩꯂꯣꯟ ꯏꯝꯐꯥꯜ'],
    ['Odia', 'ଶ୍ରୀମତୀ ଲକ୍ଷ୍ମୀ କୃଷ୍ଣ'],
    ['Punjabi', 'ਸ਼੍ਰੀਮਤੀ ਲਕਸ਼ਮੀ ਸਿੰਘ'],
    ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ ᱡᱷᱟᱨᱠᱷᱚᱸᱰ'],
    ['Tamil', 'கௌரி முருகன் ஸ்ரீ'],
    ['Telugu', 'శ్రీమతి లక్ష్మీ స్త్రీ'],
    ['two scripts', 'Asha அருண் & Sons'],
  ])('%s can be read, copied and searched', async (_, name) => {
    expect(printable(name)).toBe(name.normalize('NFC'));
    const text = await printed({ name });
    expect(text).toContain(name.normalize('NFC'));
    expect(text).not.toContain('�');
  });

  test('Urdu, Kashmiri and Sindhi are set from right to left, with numbers from left to right', async () => {
    const text = await printed({ name: 'محمد علی 42 سڑک' });
    expect(text).toContain([...'سڑک'].reverse().join(''));
    expect(text).toMatch(/کڑس\s*42\s*یلع دمحم/);
    expect(text).not.toContain('�');
  });

  test.each([
    // Vowel signs before their letter, a conjunct, and Telugu letters on which fontkit failed.
    ['noto-tamil-400', 'கொ', 3],
    ['noto-bengali-400', 'ক্ষি', 2],
    ['mukta-400', 'क्ष', 1],
    ['noto-telugu-400', 'స్త్రీ', 2],
  ])('%s joins the letters of %s', (font, text, glyphs) => {
    expect(typeface(font).layout(text)).toHaveLength(glyphs);
  });
});

describe('characters that no font has', () => {
  test.each([
    ['Łódź Ḍāgar ₹', 'Łódź Ḍāgar ₹'],
    ['Asha 😀🇮🇳👩‍👩‍👧 Rao', 'Asha Rao'],
    ['李小龍', '???'],
    ['Z̷a̴l̵g̶o', 'Zalgo'],
    ['tab\there\u0000\u202e', 'tab here'],
  ])('%s is printed as %s', async (name, shown) => {
    expect(printable(name)).toBe(shown);
    expect(await printed({ name })).not.toContain('�');
  });

  test('very long names and words wrap instead of running off the page', async () => {
    const text = await printed({ name: `${'Maharajadhiraja '.repeat(12)}${'x'.repeat(400)}` });
    expect(text.match(/Maharajadhiraja/g)?.length).toBeGreaterThanOrEqual(24);
  });
});

describe('long texts', () => {
  test.each([
    ['words of Latin letters', 'Maharajadhiraja ', 'anek-latin-400'],
    ['words of one letter', 'a ', 'anek-latin-400'],
    ['a Devanagari word', 'क्षत्रियराष्ट्रपतिभवन', 'mukta-400'],
    ['Devanagari words', 'क्षत्रिय राष्ट्रपति भवन ', 'mukta-400'],
    ['an Urdu word', 'سڑک', 'noto-arabic-400'],
  ])('%s are measured about twice, however many there are (T-CPU-01)', (_, part, font) => {
    const layout = vi.spyOn(typeface(font), 'layout');
    for (const length of [1000, 8000]) {
      layout.mockClear();
      const canvas = createCanvas({ title: '', author: '', date: new Date(0) });
      const text = part.repeat(length).slice(0, length);
      const style = { size: 8.5, colour: '#000000' };
      const lines = canvas.wrap(text, 280, style);
      const shaped = layout.mock.calls.reduce((sum, [key]) => sum + key.length, 0);
      expect(shaped / length).toBeLessThan(3);
      const normal = (pairs: string) => pairs.replaceAll(' ', '').normalize('NFC');
      expect(normal(lines.join(''))).toBe(normal(text));
      expect(Math.max(...lines.map((line) => canvas.width(line, style)))).toBeLessThanOrEqual(280);
    }
    layout.mockRestore();
  });

  test('a long word keeps its letters together on the next line', () => {
    const canvas = createCanvas({ title: '', author: '', date: new Date(0) });
    const style = { size: 8.5, colour: '#000000' };
    const lines = canvas.wrap(`Urdu ${'سڑک'.repeat(40)} end`, 280, style);
    expect(lines[0]).toBe('Urdu');
    expect(lines.slice(1).join('')).toBe(`${'سڑک'.repeat(40)} end`);
  });
});

type Case = {
  name?: string;
  state?: string;
  gstin?: string;
  count?: number;
  isTest?: boolean;
};

async function printed(given: Case): Promise<string> {
  return pdfText(await renderInvoice(invoiceContent(sale(given))));
}

function sale({
  name = 'Asha Rao',
  state = 'Rajasthan',
  gstin = '08AAAFH0000A1ZL',
  count = 1,
  isTest = false,
}: Case): InvoiceInput {
  const time = new Date('2026-11-21T10:00:00Z');
  return {
    code: 'HT/26-27/000001',
    issuedAt: time,
    order: {
      id: '00000000-0000-4000-8000-000000abc123',
      createdAt: time,
      name,
      email: 'asha@example.in',
      mobile: '9876543210',
      shipping: { name, address: '1 Lane', city: 'Town', state, postalCode: '302001', country: 'India' },
      businessName: '',
      gstin: '',
      isSez: false,
      roundingPaise: 0,
      codFeePaise: 0,
      isTest,
    },
    items: Array.from({ length: count }, (_, i) => ({
      name: `Cushion Cover ${i + 1}`,
      variantLabel: 'Indigo',
      sku: `CC-${i + 1}`,
      hsn: '6304',
      gstTenths: 50,
      unitPaise: 52_500,
      quantity: 2,
      discountPaise: 0,
      freePaise: 0,
      shippingPaise: 0,
      linePaise: 105_000,
    })),
    paymentId: 'pay_SbX29aKd8sPq1L',
    seller: {
      shopName: 'Haat',
      legalName: 'Haat Crafts LLP',
      address: '14 Neem Chowk, Jaipur',
      state: 'Rajasthan',
      gstin,
      email: 'hello@haat.example',
      mobile: '9000012345',
    },
  };
}
