import { multipart, type Owner } from './owner.ts';

type Created = { _id: string };
type Change = [route: string, action: string, ask: () => ReturnType<Owner['post']>];

/** Each change of settings that needs nothing else, in a possible order, with its action in the audit log. */
export function settingsChanges(owner: Owner): Change[] {
  const path = '/settings/redirects';
  const first = async () => `${path}/${((await owner.get(path)).body as unknown as Created[])[0]?._id}`;
  const change = (from: string) => ({ from, to: '/products' });
  const csv = (value: string) => multipart([{ name: 'file', value, filename: 'lines.csv' }]);
  return [
    ['PUT /settings/feeds', 'feeds.update', () => owner.put('/settings/feeds', { on: ['google'] })],
    ['POST /settings/test-mail', 'settings.test-mail', () => owner.post('/settings/test-mail')],
    ['PUT /site-info/admin', 'site-info.update', () => owner.put('/site-info/admin', { tagline: 'Open' })],
    ['GET /admin/log/export.csv', 'log.export', () => owner.get('/admin/log/export.csv')],
    ['POST /settings/redirects', 'redirect.create', () => owner.post(path, change('/a'))],
    ['PUT /settings/redirects/:id', 'redirect.update', async () => owner.put(await first(), change('/b'))],
    ['DELETE /settings/redirects/:id', 'redirect.delete', async () => owner.delete(await first())],
    [
      'POST /settings/redirects/import',
      'redirect.import',
      () => owner.post(`${path}/import`, csv('From,To\n/old,/products')),
    ],
    [
      'POST /settings/delivery/pins',
      'delivery.pins',
      () => owner.post('/settings/delivery/pins?kind=courier&save=true', csv('pin,cod\n110001,Y')),
    ],
  ];
}
