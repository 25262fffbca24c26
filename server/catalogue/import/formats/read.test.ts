import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ImportVariant } from '../item.ts';
import { readProducts } from './read.ts';

const inRupees = { rupeesPerUnit: 1, asDraft: false };
const read = async (file: string | Buffer, reading = inRupees) => readProducts(Buffer.from(file), reading);

const text = 'Slug,Name,Price\ncafe,Café “Noir”,"1,299"\nchai,₹ Chai,₹49.50\n';
const utf16 = (big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
/** Without the rupee sign, which Windows-1252 does not have. */
const windows = Buffer.concat([
  Buffer.from('Slug,Name,Price\ncafe,Caf'),
  Buffer.from([0xe9, 0x20, 0x93]),
  Buffer.from('Noir'),
  Buffer.from([0x94]),
  Buffer.from(',"1,299"\nchai,Chai,49.50\n'),
]);

describe('the encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(text), 'UTF-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'UTF-8'],
    ['UTF-16 LE with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)]), 'UTF-16'],
    ['UTF-16 BE with its mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)]), 'UTF-16'],
    ['UTF-16 LE without a mark', utf16(false), 'UTF-16'],
    ['UTF-16 BE without a mark', utf16(true), 'UTF-16'],
    ['Windows-1252', windows, 'Windows-1252'],
  ])('%s', async (_, bytes, encoding) => {
    const file = await readProducts(bytes, inRupees);
    expect(file).toMatchObject({ format: 'haat', encoding, separator: 'comma' });
    expect(file.items).toMatchObject([
      { slug: 'cafe', name: 'Café “Noir”', variants: [{ price: '1299', line: 2 }] },
      { slug: 'chai', variants: [{ price: '49.5', line: 3 }] },
    ]);
  });

  it('Windows-1252 stays so with two characters that could be one of UTF-8', async () => {
    const bytes = Buffer.from([0xe9, 0x2c, 0x93, 0xc9, 0x94]);
    const { items, encoding } = await readProducts(
      Buffer.concat([Buffer.from('Slug,Name,Description\na,Caf'), bytes]),
      inRupees,
    );
    expect([encoding, items[0]?.name, items[0]?.description]).toEqual(['Windows-1252', 'Café', '“É”']);
  });

  it('UTF-8 stays so with as many characters of Windows-1252', async () => {
    const bytes = Buffer.concat([Buffer.from('Slug,Name\na,Café\nb,Caf'), Buffer.from([0xe9])]);
    const { items, encoding } = await readProducts(bytes, inRupees);
    expect([encoding, ...items.map(({ name }) => name)]).toEqual(['UTF-8', 'Café', 'Café']);
  });

  it('Windows-1252 has all its own characters, which Latin-1 does not', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 32 }, (_, i) => 0x80 + i).filter(
        (b) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(b),
      ),
    );
    const { items } = await readProducts(Buffer.concat([Buffer.from('Slug,Name\na,'), bytes]), inRupees);
    expect(items[0]?.name).toBe('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
  });
});

describe('the separator', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('%s', async (name, sign) => {
    const csv = text.replaceAll('"1,299"', '1299').replaceAll(',', sign);
    expect(await read(csv)).toMatchObject({ separator: name, items: [{ slug: 'cafe' }, { slug: 'chai' }] });
  });

  it('skips the line that Excel writes before the columns', async () => {
    const { items } = await read('sep=;\r\nSlug;Name;Price\r\na;A;5\r\n');
    expect(items).toMatchObject([{ line: 3, slug: 'a', variants: [{ price: '5' }] }]);
  });

  it('quotes, short rows, empty lines and line breaks in cells keep the line numbers right', async () => {
    const { items } = await read('Slug,Name,Description,Price\r\n\r\na,12" tray,"x\r\ny ""z""",5\r\nb,B\r\n');
    expect(items).toMatchObject([
      { line: 3, name: '12" tray', description: 'x\ny "z"', variants: [{ price: '5' }] },
      { line: 5, name: 'B', notes: [{ line: 5, message: 'Valid price is required' }] },
    ]);
  });
});

describe('an unreadable file is rejected with the reason', () => {
  const quotes = `Slug,Name,Price\na,A,5\nb,"B,5\nc,C,5\n`;
  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['no columns', 'x', 'No columns were found. They must be separated by commas'],
    [
      'other columns',
      'a,b\n1,2',
      'This is not a product file of Haat, Shopify or WooCommerce. Its columns are “a”, “b”',
    ],
    ['an Excel workbook', 'PK\u0003\u0004', 'This is an Excel workbook or a ZIP archive, not a CSV file.'],
    ['a column twice', 'Slug,Name,name\na,b,c', 'The column “name” appears twice.'],
    [
      'an open quotation mark',
      quotes,
      'The row that begins on line 3 can’t be read: a quotation mark in it is not closed.',
    ],
    ['cells without a column', 'Slug,Name\na,b,c', 'Line 2 has more cells than there are columns.'],
    [
      'a cell without end',
      `Slug,Name\na,${'x'.repeat(100_001)}`,
      'A cell of line 2 is longer than 1,00,000 characters.',
    ],
    ['too many columns', `Slug,Name,${'c,'.repeat(1000)}\na,b`, 'At most 1,000 columns at once.'],
    ['too many rows', `Slug,Name\n${'a,b\n'.repeat(100_001)}`, 'At most 1,00,000 rows at once.'],
    [
      'too many products',
      `Slug,Name\n${Array.from({ length: 20_001 }, (_, i) => `a${i},b\n`).join('')}`,
      'At most 20,000 products at once.',
    ],
  ])('%s', async (_, file, reason) => {
    await expect(read(file)).rejects.toMatchObject({
      status: 400,
      errors: { file: expect.stringContaining(reason) },
    });
  });

  it.each([
    ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel workbook'],
    ['text in an unknown encoding', [0x53, 0x81, 0x8d], 'The encoding of this file is not recognised'],
    ['half of a UTF-16 file', [0xff, 0xfe, 0x53, 0x00, 0x53], 'it is not complete UTF-16 text'],
  ])('%s', async (_, bytes, reason) => {
    await expect(read(Buffer.from(bytes))).rejects.toThrow(reason);
  });

  const own = (column: string, cell: string) => `Slug,Name,Price,${column}\na,A,5,"${cell}"`;
  const woo = 'Type,Name,SKU,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n';
  const spaces = ' '.repeat(99_900);
  it.each([
    ['a picture', own('Pictures', `a${spaces}b`), 1],
    ['a picture before an address', own('Pictures', `a,${spaces}https://p.example/b`), 1],
    ['a price', `Slug,Name,Price\na,A,1${spaces}2`, 1],
    ['a picture after a file name', own('Pictures', `a.jpg${spaces}b`), 1],
    ['products of one name', `${woo}${'simple,A,,5,,,\n'.repeat(19_999)}`, 19_999],
    [
      'parents and variations of one SKU',
      `${woo}${'variable,A,P,5,,Size,S\n'.repeat(9999)}${'variation,A,,5,P,Size,S\n'.repeat(9999)}`,
      9999,
    ],
  ])(
    '%s that would take minutes is read in time linear in its length (T-CPU-02)',
    { timeout: 10_000 },
    async (_, file, count) => {
      expect((await read(file)).items).toHaveLength(count);
    },
  );

  it('a description of 15,000 `<li` is read quickly and rejected for its length (T-DOS-01)', {
    timeout: 5000,
  }, async () => {
    const { items } = await read(`Handle,Title,Body (HTML),Variant Price\na,A,${'<li'.repeat(15_000)},5`);
    expect(items[0]?.description).toHaveLength(45_000);
  });
});

describe('both generations of Shopify’s columns', () => {
  const older = `Handle,Title,Body (HTML),Vendor,Type,Published,Status,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image
sofa,Sofa,<p>Soft</p>,Khadi,Seats,true,active,Colour,Red,S-R,shopify,4,deny,500,750,https://p.example/2.jpg,2,https://p.example/r.jpg
sofa,,,,,,,,Blue,S-B,shopify,0,deny,520,,https://p.example/1.jpg,1,
`;
  const current = older
    .replace('Handle', 'URL handle')
    .replace('Body (HTML)', 'Description')
    .replace('Published', 'Published on online store')
    .replace(
      /Variant SKU.*?Image Position,Variant Image/,
      'SKU,Inventory tracker,Inventory quantity,Continue selling when out of stock,Price,Compare-at price,Product image URL,Image position,Variant image URL',
    )
    .replaceAll('Option1 Name', 'Option1 name')
    .replaceAll('Option1 Value', 'Option1 value');

  it('give the same result', async () => {
    const [before, now] = [await read(older), await read(current)];
    expect(now.items).toEqual(before.items);
    expect(now).toMatchObject({ format: 'shopify', unread: [], bad: [] });
    expect(now.items).toMatchObject([
      {
        slug: 'sofa',
        name: 'Sofa',
        description: 'Soft',
        brand: 'Khadi',
        productType: 'Seats',
        newStatus: 'active',
        options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
        variants: [
          { values: ['Red'], sku: 'S-R', price: '750', finalPrice: '500', countInStock: '4' },
          { values: ['Blue'], sku: 'S-B', price: '520', finalPrice: '520', countInStock: '0' },
        ],
        pictures: ['https://p.example/1.jpg', 'https://p.example/2.jpg', 'https://p.example/r.jpg'],
        notes: [],
        problems: [],
      },
    ]);
  });

  it('names columns that are not imported and values that were changed', async () => {
    const file = `URL handle,Title,Price,Compare-at price,Collection,SEO title,Inventory tracker,Inventory quantity,Continue selling when out of stock,Gift card
a,A,50,40,sale,,,,TRUE,true
b,B,50,,,,shopify,-3,DENY,
c,C,50,,,,shopify,,,
`;
    const { unread, items } = await read(file);
    expect(unread).toEqual(['Collection']);
    expect(items.map(({ isGiftCard }) => isGiftCard)).toEqual([true, undefined, undefined]);
    expect(
      items.map(({ variants: [v], notes }) => [v?.countInStock, ...notes.map(({ message }) => message)]),
    ).toEqual([
      [
        '10',
        'The compare-at price 40 is below the price 50 and is not imported',
        'It was sold beyond its stock; here it is sold out at 0',
        'Its stock was not counted: set to 10',
      ],
      ['0', 'Its stock was -3: set to 0'],
      ['0', 'The file has no stock for it: set to 0'],
    ]);
  });
});

describe('prices', () => {
  const priced = (cell: string, rupeesPerUnit = 1) =>
    read(`Handle,Title,Variant Price\na,A,"${cell}"`, { rupeesPerUnit, asDraft: false }).then(
      ({ items: [item] }) => item?.notes[0]?.message ?? item?.variants[0]?.finalPrice,
    );

  it('are read in the usual notations, in rupees', async () => {
    for (const cell of ['1299', '1,299', '₹1,299', 'Rs. 1299', 'INR 1299', '1299 INR', '1299/-', '1299 Rs'])
      expect(await priced(cell), cell).toBe('1299');
    for (const cell of ['Rs 1,299/-', '१,२९९', '1299,00', '1.299,00', '1299.0000', '1 299', '₨1299'])
      expect(await priced(cell), cell).toBe('1299');
    for (const cell of ['1299.', '1299/=', 'Rupees 1299', '1299 रुपये'])
      expect(await priced(cell), cell).toBe('1299');
    for (const cell of ['1.299', '₹12.500', '१.२९९'])
      expect(await priced(cell), cell).toBe(`“${cell}” is not a price`);
    expect(await priced('846.6102')).toBe('846.61');
    expect(await priced('1,29,900.50')).toBe('129900.5');
  });

  it('in a foreign currency are rejected, and converted if the rate is known', async () => {
    for (const cell of ['$9.99', '9.99 USD', '€9.99', 'EUR 9.99'])
      expect(await priced(cell), cell).toBe(`“${cell}” is not a price in rupees`);
    expect(await priced('9,99')).toBe('9.99');
    expect(await priced('9,9,9')).toBe('“9,9,9” is not a price');
    expect(await priced('9.99', 83.5)).toBe('834.17');
    expect(await priced('$9.99', 83.5)).toBe('834.17');
    expect(await priced('₹900', 83.5)).toBe('900');
  });
});

describe('WooCommerce', () => {
  const head =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Date sale price starts,Date sale price ends,In stock?,Stock,Sale price,Regular price,Categories,Parent,Grouped products,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Attribute 3 name,Attribute 3 value(s),Attribute 4 name,Attribute 4 value(s)';
  const woo = (...rows: string[]) => read(`${head}\n${rows.join('\n')}\n`);

  it('an attribute that all variations leave blank stays an option', async () => {
    const { items } = await woo(
      '1,variable,tee,Tee,1,visible,,,1,,,,,,,Color,"Red, Blue",Size,"L, M",,,,',
      '2,variation,tee-r,Tee,1,visible,,,1,,,20,,tee,,Color,Red,Size,,,,,',
      '3,variation,tee-b,Tee,1,visible,,,1,5,18,20,,tee,,Color,Blue,Size,,,,,',
    );
    expect(items).toMatchObject([
      {
        options: [
          { name: 'Color', values: ['Red', 'Blue'] },
          { name: 'Size', values: ['L', 'M'] },
        ],
        variants: [
          { values: ['Red', 'L'], sku: 'tee-r', finalPrice: '20', countInStock: '10' },
          { values: ['Red', 'M'], finalPrice: '20', countInStock: '10' },
          { values: ['Blue', 'L'], sku: 'tee-b', price: '20', finalPrice: '18', countInStock: '3' },
          { values: ['Blue', 'M'], price: '20', finalPrice: '18', countInStock: '2' },
        ],
        notes: [
          { line: 3, message: 'Its stock was not counted: set to 10' },
          { line: 4, message: 'Its stock of 5 is divided: Blue / L 3, Blue / M 2' },
        ],
      },
    ]);
  });

  it('a sale with dates is a scheduled one, from the beginning of a day in India to the end of one', async () => {
    // 28 November in India, and still the 27th in UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T19:00:00Z') });
    const sale = (starts: string, ends: string) =>
      `1,simple,,${starts}${ends},1,visible,${starts},${ends},1,3,8,10,,,,,,,,,,,`;
    const { items } = await woo(
      sale('01/12/2026', '31/12/2026'),
      sale('', '15-11-2026'),
      sale('', '2026-11-27 00:00:00'),
      sale('12/25/2026', ''),
      sale('2026-11-28 00:00:00', '2026-11-28'),
      sale('21 Nov 2026', '15/12/2026'),
    );
    vi.useRealTimers();
    const saleOf = ({ salePrice, saleFrom, saleUntil }: ImportVariant) =>
      [salePrice, saleFrom, saleUntil].join(' ');
    const midnight = (day: string) => `${day}T18:30:00.000Z`;
    expect(items.map(({ variants: [only], notes }) => [only && saleOf(only), notes[0]?.message])).toEqual([
      [`8 ${midnight('2026-11-30')} ${midnight('2026-12-31')}`, undefined],
      ['  ', 'The sale price 8 is not imported: the sale ended on 2026-11-15'],
      ['  ', 'The sale price 8 is not imported: the sale ended on 2026-11-27'],
      ['  ', 'The sale price 8 is not imported: its start “12/25/2026” is not a date'],
      [`8 ${midnight('2026-11-27')} ${midnight('2026-11-28')}`, undefined],
      [`8 ${midnight('2026-11-20')} ${midnight('2026-12-15')}`, undefined],
    ]);
    expect(items.map(({ variants }) => variants[0]?.finalPrice)).toEqual(Array(6).fill('10'));
  });

  it('reports for every line what is not imported and why', async () => {
    const many = Array.from({ length: 251 }, (_, i) => `v${i}`).join(', ');
    const { items, bad } = await woo(
      '1,simple,a,Ended,1,visible,,2020-01-31,1,3,8,10,"Home > Bath > Soap, Gifts",,,,,,,,,,',
      '2,simple,b,Coming,1,visible,2999-01-01,,1,3,8,10,,,,,,,,,,,',
      '3,simple,c,Dear,1,visible,,,1,2.5,12,10,,,,,,,,,,,',
      '4,grouped,g,Set,1,visible,,,1,,,,,,"a, b",,,,,,,,',
      '5,external,e,Elsewhere,1,visible,,,1,,,5,,,,,,,,,,,',
      `6,variable,m,Many,1,visible,,,1,,,,,,,Size,"${many}",,,,,,`,
      '7,variation,,Many,1,visible,,,1,,,5,,m,,Size,,,,,,,',
      '8,variable,f,Four,1,visible,,,1,,,,,,,A,1,B,1,C,1,D,1',
      '9,variation,,Four,1,visible,,,1,,,5,,f,,A,1,B,1,C,1,D,1',
    );
    expect(
      items.map(({ notes, problems }) =>
        [...problems, ...notes].map(({ line, message }) => `${line}: ${message}`),
      ),
    ).toEqual([
      [
        '2: Only “Home > Bath” of its categories is imported, not Home > Bath > Soap, Gifts',
        '2: The sale price 8 is not imported: the sale ended on 2020-01-31',
      ],
      [],
      ['4: The sale price 12 is above the price 10 and is not imported', '4: Its stock was 2.5: set to 2'],
      ['8: It has 251 combinations; at most 250 are possible', '8: Its stock was not counted: set to 10'],
      [
        '9: It has 4 attributes for variations; at most 3 are possible',
        '10: Its stock was not counted: set to 10',
      ],
    ]);
    expect(bad).toEqual([
      {
        line: 5,
        name: 'Set',
        message: 'A grouped product can’t be imported: a, b. The products in it are imported',
      },
      { line: 6, name: 'Elsewhere', message: 'An external product, sold by another shop, can’t be imported' },
    ]);
    expect(items[0]?.variants).toMatchObject([{ price: '10', finalPrice: '10' }]);
  });
});

/** Manual counts of the files' contents: everything in them is imported or reported. */
describe('real export files, to the last price and picture', () => {
  it.each([
    [
      'shopify-apparel.csv',
      { products: 20, tags: 20, variants: 22, reduced: 0, pictures: 20, uncounted: 22 },
    ],
    [
      'shopify-home-and-garden.csv',
      { products: 20, tags: 31, variants: 21, reduced: 16, pictures: 21, uncounted: 20 },
    ],
    [
      'woocommerce-sample.csv',
      { products: 9, tags: 0, variants: 19, reduced: 5, pictures: 13, uncounted: 13 },
    ],
  ])('%s', async (name, counts) => {
    const { items, bad } = await read(await readFile(`tests/exports/${name}`));
    const variants = items.flatMap((item) => item.variants);
    const notes = items.flatMap((item) => item.notes);
    expect({
      products: items.length,
      tags: items.flatMap(({ tags = [] }) => tags).length,
      variants: variants.length,
      reduced: variants.filter(({ price, finalPrice }) => Number(price) > Number(finalPrice)).length,
      pictures: items.flatMap(({ pictures = [] }) => pictures).length,
      uncounted: notes.filter(({ message }) => message.startsWith('Its stock was not counted')).length,
    }).toEqual(counts);
    expect(items.flatMap(({ problems }) => problems)).toEqual([]);
    expect(bad.map(({ line }) => line)).toEqual(name.startsWith('woo') ? [17] : []);
  });
});
