import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DraftLink, ThemeDesign } from '../../shared/contract/design.ts';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';
import { asOwner, type Owner } from '../support/owner.ts';

let pages: DemoPages;
let owner: Owner;

beforeAll(async () => {
  pages = await openDemoPages();
  owner = await asOwner(pages.shop);
});
afterAll(() => pages.close());

const page = (path: string) => pages.get(path);

it('shows drafts by a link only, in frames of the shop, and stores nothing of it', async () => {
  const { document, version } = (await owner.get('/design/theme')).body as unknown as ThemeDesign;
  await owner.put('/design/theme', { document: { ...document, palette: 'forest' }, version });
  const { token } = (await owner.post('/design/link')).body as unknown as DraftLink;

  const draft = await page(`/?draft=${token}`);
  expect(draft.statusCode).toBe(200);
  expect(draft.body).toContain('--press:#2c5f3a');
  expect(draft.body).toContain('data-section="hero-0"');
  expect(draft.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  });

  for (const path of ['/', '/?draft=', '/?draft=none', `/?draft=${token}x`]) {
    const { body, headers } = await page(path);
    expect(body, path).not.toMatch(/--press:#2c5f3a|data-section/);
    expect(headers['x-frame-options'], path).toBe('DENY');
  }
});

it('shows drafts also of a page that is cached', async () => {
  const { app } = await pages.openApp();
  onTestFinished(async () => {
    await app.close();
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = (await owner.post('/design/link')).body as unknown as DraftLink;
  const read = async (path: string) => (await fetch(base + path)).text();
  for (const _ of ['made', 'cached']) expect(await read('/')).not.toContain('data-section');
  expect(await read(`/?draft=${token}`)).toContain('data-section');
});
