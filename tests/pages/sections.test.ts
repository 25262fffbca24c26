import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageDesign } from '../../shared/contract/design.ts';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';
import { createAdmin } from '../support/people.ts';

let pages: DemoPages;
let headers: Record<string, string>;
beforeAll(async () => {
  pages = await openDemoPages();
  headers = (await createAdmin(pages.shop, 'owner')).headers;
});
afterAll(() => pages.close());

const text = (words: number) => ({ content: `<p>${'woven by hand '.repeat(words)}</p>`, html: '' });

/** Saves these sections as a new page and publishes it. */
async function publish(title: string, sections: object[]) {
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    pages.send(method, `/api/design/pages${path}`, headers, body);
  const { key } = (await send('POST', '', { title })).json();
  const { document, version }: PageDesign = (await pages.get(`/api/design/pages/${key}`, headers)).json();
  const list = sections.map((section, index) => ({ _id: `s${index}`, settings: {}, ...section }));
  const saved = await send('PUT', `/${key}`, { document: { ...document, sections: list }, version });
  expect(saved.statusCode, saved.body).toBe(200);
  const done = await send('POST', `/${key}/publish`, { version: version + 1 });
  return { status: done.statusCode, body: done.json() };
}

it('publishes twelve sections within the budget, with structured data and no script more', async () => {
  const source = (source: string) => ({ products: { source, category: '', ids: [] } });
  const done = await publish('Festival', [
    { kind: 'announcement', settings: { text: 'Free delivery' } },
    { kind: 'hero', settings: { form: 'behind' } },
    { kind: 'promises' },
    { kind: 'products', settings: source('newest') },
    { kind: 'quotes' },
    { kind: 'facts' },
    { kind: 'makers' },
    { kind: 'divider' },
    {
      kind: 'questions',
      settings: { questions: [{ question: 'Do you ship abroad?', answer: text(10) }] },
    },
    { kind: 'rich-text', settings: { text: text(50) } },
    { kind: 'video', settings: { youtube: 'youtu.be/aqz-KE-bpKQ' } },
    { kind: 'contact' },
  ]);
  expect([done.status, done.body]).toEqual([200, expect.objectContaining({ hasDraft: false })]);
  const { statusCode, body, headers: sent } = await pages.get('/pages/festival');
  expect(statusCode).toBe(200);
  expect(Buffer.byteLength(body)).toBeLessThan(60 * 1024);
  const scripts = (html: string) => [...html.matchAll(/<script(?![^>]*ld\+json)/g)].length;
  expect(scripts(body)).toBe(scripts((await pages.get('/about')).body));
  for (const type of ['WebPage', 'BreadcrumbList', 'FAQPage']) expect(body).toContain(`"@type":"${type}"`);
  expect([...body.matchAll(/fetchPriority="high"|fetchpriority="high"/g)].length).toBe(1);
  expect([...body.matchAll(/<h1/g)].length).toBe(1);
  // Nothing is loaded from another site before a click, and only then allowed.
  expect(body).not.toContain('<iframe');
  expect(sent['content-security-policy']).toContain('https://www.youtube-nocookie.com');
  expect((await pages.get('/')).headers['content-security-policy']).not.toContain('youtube');
  expect((await pages.get('/sitemap')).body).toContain('href="/pages/festival"');
});

it('refuses a page that would be too heavy, and names the section', async () => {
  const { status, body } = await publish('Heavy', [
    { kind: 'divider' },
    { kind: 'rich-text', settings: { text: text(1000) } },
    { kind: 'story', settings: { heading: 'Long', text: text(1400) } },
    { kind: 'rich-text', settings: { text: text(1000) } },
  ]);
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.errors).toEqual({
    'document.sections.2': expect.stringMatching(/^This page would have \d+ KB, and may have 60 KB/),
  });
  expect((await pages.get('/pages/heavy')).statusCode).toBe(404);
});
