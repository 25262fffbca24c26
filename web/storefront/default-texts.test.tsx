import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { noFacts } from '../../tests/support/page-facts.ts';
import type { PageSection } from '../sections/schemas.ts';
import { homeSections } from '../sections/schemas.ts';
import { Sections } from '../sections/sections.tsx';
import { Footer } from './layout/footer.tsx';
import type { Shop } from './layout/shop.ts';

/** The text of a component, with a separator where an element ends. */
const words = (part: ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|');

const site = {
  clientName: 'Asha Textiles',
  tagline: '',
  address: '',
  mobile: '',
  email: '',
  welcomeOffer: '',
  socialLinks: { facebook: '', instagram: '', twitter: '', pinterest: '' },
};

test('a shop without text about itself shows none', () => {
  const wordsOf = (kind: PageSection['kind']) => {
    const sections = homeSections
      .filter((section) => section.kind === kind)
      .map((section) => ({ ...section, products: [] }));
    return words(<Sections sections={sections} facts={noFacts} />);
  };
  expect(wordsOf('banner')).toBe('|The Collection|Shop the Collection|Explore Deals|');
  expect(wordsOf('call-to-action')).toBe('|Asha Textiles|Start Shopping|');
  expect(wordsOf('promises') + wordsOf('products') + wordsOf('makers')).toBe('');
  const footer = words(<Footer shop={{ origin: '', categories: [], site } as unknown as Shop} />);
  expect(footer).toContain('|© Asha Textiles|');
  // The software, not the shop, which has developed nothing.
  expect(footer).toContain('|Developed by Haat|');
  expect(footer).not.toMatch(/Haat(?! *\|)|10%|Contact Us\|.*Contact Us/);
});

test('the code of pages, mails and invoices promises no time, origin or maker', () => {
  const promises =
    /\b(within|in) \d+ (hours?|(working |business )?days?)\b|\d+ ?(-|to) ?\d+ (working |business )?days|workshop|picked by|by a person|person will|handmade|hand-made|made by hand|Haat Studio/i;
  const files = ['web', 'server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map(({ parentPath, name }) => path.join(parentPath, name)),
  );
  const said = files
    .filter((file) => !/policy-templates\.ts$|payments.sandbox/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && promises.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(files.length).toBeGreaterThan(300);
  expect(said).toEqual([]);
});
