import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { noFacts } from '../../tests/support/page-facts.ts';
import { PageDataContext } from '../storefront/layout/page-data.ts';
import { fieldForms } from './fields.ts';
import type { PageFacts } from './page.ts';
import { pageSection, pageSections, sectionSettings } from './schemas.ts';
import { Sections } from './sections.tsx';

const kinds = pageSection.options.map(({ shape }) => shape.kind.value);
const html = (part: ReactNode) => {
  const element = (
    <PageDataContext value={{ shop: undefined, pathname: '/', search: '', hasIslands: true }}>
      {part}
    </PageDataContext>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
};
const page = (list: object[], facts: PageFacts = noFacts) => {
  const sections = pageSections.parse(list.map((section, index) => ({ _id: `s${index}`, ...section })));
  return html(
    <Sections sections={sections.map((section) => ({ ...section, products: null }))} facts={facts} />,
  );
};

test('what is new and not filled in shows nothing to shoppers', () => {
  const withContent = ['hero', 'banner', 'call-to-action', 'divider', 'contact'];
  const shown = kinds.filter((kind) => page([{ kind, settings: {} }]) !== '');
  expect(shown.sort()).toEqual(withContent.sort());
});

const hostile = '"><script>alert(1)</script>';
const path = 'uploads/site/abc.webp';
const id = '00000000-0000-4000-8000-000000000001';
/** A value for each kind of field. */
const filled: Record<string, unknown> = {
  line: hostile,
  text: hostile,
  link: { label: hostile, to: '/products?a="><script>' },
  picture: { path, alt: hostile },
  video: 'uploads/video/abc.mp4',
  'rich-text': { content: '', html: '<p>Safe</p>' },
  products: { source: 'newest', category: hostile, ids: [] },
  product: id,
  maker: id,
  reviews: { source: 'newest', ids: [] },
  points: [{ x: 1, y: 99, product: id }],
};

/** A value for a schema of settings, with everything in it. */
function fill(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const kind = fieldForms.get(schema)?.kind ?? '';
  if (kind in filled && !(kind === 'line' && !schema.safeParse(hostile).success)) return filled[kind];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodArray) return [fill(inner.element), fill(inner.element)];
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(inner.shape).map(([name, part]) => [name, fill(part)]));
  return undefined;
}

describe.each(kinds)('%s', (kind) => {
  it('shows what was typed as text, and has one eager picture at most', () => {
    const settings = fill(sectionSettings(kind));
    const facts = { ...noFacts, address: hostile, mapEmbedUrl: 'https://www.google.com/maps/embed?pb=1' };
    const shown = page(
      [
        { kind, settings },
        { kind, settings },
      ],
      facts,
    );
    expect(shown).not.toContain('<script');
    expect(shown).not.toMatch(/ style=|<iframe/);
    const images = [...shown.matchAll(/<img [^>]*>/g)].map(([image]) => image);
    expect(images.filter((image) => !image.includes('loading="lazy"')).length).toBeLessThan(2);
    for (const source of shown.matchAll(/<source [^>]*>/g)) expect(source[0]).toContain(' sizes=');
    // A heading labels each section, or it has a name.
    for (const [section] of shown.matchAll(/<section [^>]*>/g))
      expect(section).toMatch(/aria-label|class="shell (grid|pt-10)|class="relative isolate/);
  });
});

test('numbers are rounded down, and what has ended is not shown', () => {
  const counts = { products: 99, makers: 1, orders: 12_987, years: 7 };
  const text = page([{ kind: 'facts', settings: {} }], { ...noFacts, counts }).replaceAll(/<[^>]+>/g, '|');
  expect(text).toContain('|99| products|');
  expect(text).toContain('|12,000+| orders delivered|');
  expect(text).not.toContain('makers');
});
