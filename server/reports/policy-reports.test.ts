import { expect, it } from 'vitest';
import type { PolicyReport } from '../../shared/contract/reports.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const send = (payload: string) =>
  shop.call('POST', '/policy-reports', { payload, headers: { 'content-type': 'application/csp-report' } });
const report = (fields: object = {}) =>
  send(
    JSON.stringify({
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/steal.js?card=1',
        'document-uri': `${shop.deps.config.publicUrl}/order-success/8a1?key=secret`,
        ...fields,
      },
    }),
  );
const list = async () => (await owner.get('/admin/policy-reports')).body as unknown as PolicyReport[];

it('counts reports without query, key or the rest of the path (T-HDR-10)', async () => {
  expect((await report()).status).toBe(200);
  await report({
    'effective-directive': undefined,
    'violated-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/other.js',
    'document-uri': `${shop.deps.config.publicUrl}/order-success/9b2`,
  });
  expect(await list()).toEqual([
    expect.objectContaining({
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: '/order-success',
      reports: 2,
    }),
  ]);
});

it('ignores reports of other sites and of browser extensions', async () => {
  const before = await list();
  await report({ 'document-uri': 'https://other.example/' });
  await report({ 'blocked-uri': 'chrome-extension://abc/x.js' });
  await report({ 'effective-directive': 'script-src <b>' });
  expect(await list()).toEqual(before);
});

it('stores a bounded number of rows, and rejects what is not a report (T-HDR-10)', async () => {
  for (let i = 0; i < 210; i++)
    expect((await report({ 'blocked-uri': `https://evil-${i}.example/` })).status).toBe(200);
  expect(await list()).toHaveLength(200);
  await report();
  expect((await list()).find(({ blocked }) => blocked === 'https://evil.example')?.reports).toBe(3);
  for (const payload of ['', 'x', '[1]', '{"csp-report":{}}'])
    expect((await send(payload)).status, payload).toBe(400);
  expect((await shop.get('/admin/policy-reports')).status).toBe(401);
});
