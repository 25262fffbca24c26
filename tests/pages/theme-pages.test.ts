import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DraftLink, ThemeDesign } from '../../shared/contract/design.ts';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';
import { asOwner, type Owner } from '../support/owner.ts';

let pages: DemoPages;
let owner: Owner;
let token: string;

beforeAll(async () => {
  pages = await openDemoPages();
  owner = await asOwner(pages.shop);
  ({ token } = (await owner.post('/design/link')).body as unknown as DraftLink);
});
afterAll(() => pages.close());

/** The home page with these settings of the theme. */
async function homeWith(settings: object): Promise<string> {
  const { document, version } = (await owner.get('/design/theme')).body as unknown as ThemeDesign;
  const { status } = await owner.put('/design/theme', { document: { ...document, ...settings }, version });
  expect(status).toBe(200);
  return (await pages.get(`/?draft=${token}`)).body;
}

it.for([
  ['playfair', 'paisley', 2],
  ['cormorant', 'waves', 2],
  ['gloock', 'dots', 2],
  ['rozha', 'lattice', 2],
  ['poppins', 'temple', 2],
  ['baloo', 'lotus', 2],
  ['eczar', 'steps', 2],
  ['haat', 'none', 1],
  ['haat', 'block', 0],
] as const)('fonts %s and border %s come from style sheets of their own', async ([fonts, motif, count]) => {
  const html = await homeWith({ fonts, motif });
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)" data-precedence="theme"/g)];
  expect(sheets).toHaveLength(count);
  let names = '';
  for (const [, sheet = ''] of sheets) {
    const { body, headers } = await pages.get(sheet);
    expect(headers['content-type']).toContain('text/css');
    names += sheet;
    const files = [...body.matchAll(/url\(([^)]+)\)/g)].map(([, file = '']) => file);
    for (const file of files) {
      const { statusCode, rawPayload } = await pages.get(file);
      expect(statusCode, file).toBe(200);
      // The letters of a family are one file, and a border is a few curves.
      expect(rawPayload.length, file).toBeLessThan(file.endsWith('.svg') ? 1024 : 25 * 1024);
    }
  }
  if (fonts !== 'haat') expect(names).toContain(`/${fonts}-`);
  if (motif !== 'block') expect(names).toContain(`/${motif}-`);
});
