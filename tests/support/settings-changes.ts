import { multipart, type Owner } from './owner.ts';
import { freshEmail } from './people.ts';
import type { TestShop } from './shop.ts';

type RazorpayKeys = { keyId: string; keySecret: string };

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
    ...designChanges(owner),
  ];
}

/** Each change of the published look, in a possible order, with its action in the audit log. */
function designChanges(owner: Owner): Change[] {
  const theme = '/design/theme';
  const pages = '/design/pages';
  const versionOf = async (path: string) => Number((await owner.get(path)).body.version);
  const publish = async (path: string) => owner.post(`${path}/publish`, { version: await versionOf(path) });
  const nameNewest = async (path: string) => {
    const versions = (await owner.get(`${path}/versions`)).body as unknown as Created[];
    return owner.patch(`${path}/versions/${versions[0]?._id}`, { name: 'First' });
  };
  const added = async () => {
    const list = (await owner.get(pages)).body as unknown as { key: string }[];
    return `${pages}/${list[1]?.key}`;
  };
  return [
    ['POST /design/theme/publish', 'theme.publish', () => publish(theme)],
    ['PATCH /design/theme/versions/:id', 'theme.name-version', () => nameNewest(theme)],
    ['POST /design/pages', 'page.create', () => owner.post(pages, { title: 'Our Weavers' })],
    ['POST /design/pages/:key/publish', 'page.publish', async () => publish(await added())],
    ['PATCH /design/pages/:key/versions/:id', 'page.name-version', async () => nameNewest(await added())],
    ['DELETE /design/pages/:key', 'page.delete', async () => owner.delete(await added())],
  ];
}

/** Each change of what the environment can fix, in a possible order, with its action in the audit log. */
export function serviceChanges(owner: Owner, keys: RazorpayKeys, mailServer: string): Change[] {
  const { keyId, keySecret } = keys;
  const { port } = new URL(mailServer);
  const server = { host: '127.0.0.1', port: Number(port), security: 'none', user: '', senderName: 'Haat' };
  const payment = '/settings/payment';
  const secrets = `${payment}/webhook-secret`;
  const texts = { provider: 'msg91', templateId: 'a', authKey: 'b' };
  const bucket = { region: '', endpoint: '', keyId: 'a', secretAccessKey: 'b' };
  const address = { publicUrl: 'http://localhost:3999' };
  const proxy = '/settings/domain/proxy';
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  return [
    ['POST /settings/mail/test', 'mail.test', () => owner.post('/settings/mail/test', { to: 'a@b.in' })],
    [
      'PUT /settings/mail',
      'mail.server',
      () => owner.put('/settings/mail', { ...server, senderAddress: 'shop@haat.example' }),
    ],
    ['DELETE /settings/mail', 'mail.server-removed', () => owner.delete('/settings/mail')],
    [
      'POST /settings/texts/test',
      'texts.test',
      () => owner.post('/settings/texts/test', { mobile: '9800000001' }),
    ],
    ['PUT /settings/texts', 'texts.provider', () => owner.put('/settings/texts', texts)],
    ['DELETE /settings/texts', 'texts.provider', () => owner.delete('/settings/texts')],
    ['PUT /settings/domain', 'domain.address', () => owner.put('/settings/domain', address)],
    ['POST /settings/domain/proxy', 'domain.proxy', () => owner.post(proxy, undefined, forwarded)],
    ['DELETE /settings/domain/proxy', 'domain.proxy', () => owner.delete(proxy)],
    ['PUT /settings/files/backups', 'backup.bucket', () => owner.put('/settings/files/backups', bucket)],
    ['PUT /settings/payment', 'payment.keys', () => owner.put(payment, { keyId, keySecret })],
    ['POST /settings/payment/webhook-secret', 'payment.webhook-secret', () => owner.post(secrets)],
    [
      'DELETE /settings/payment/webhook-secret/previous',
      'payment.webhook-secret-end',
      () => owner.delete(`${secrets}/previous`),
    ],
    ['DELETE /settings/payment', 'payment.keys-removed', () => owner.delete(payment)],
  ];
}

/** Each change of the opening of the shop, in a possible order: it is closed, and opened again. */
export function openingChanges(shop: TestShop, owner: Owner): Change[] {
  const path = '/settings/opening';
  const links = async () => (await owner.get(path)).body.links as Created[];
  const terms = { address: '1 Mill Road', state: 'Kerala', email: 'shop@haat.example', isUnregistered: true };
  return [
    ['PUT /settings/opening', 'opening.update', () => owner.put(path, { text: 'Soon' })],
    [
      'POST /settings/opening/links',
      'opening.link-create',
      () => owner.post(`${path}/links`, { name: 'Ravi' }),
    ],
    [
      'DELETE /settings/opening/links/:id',
      'opening.link-remove',
      async () => owner.delete(`${path}/links/${(await links())[0]?._id}`),
    ],
    ['POST /settings/opening/close', 'shop.close', () => owner.post(`${path}/close`, {})],
    [
      'DELETE /settings/opening/sign-ups/:id',
      'opening.sign-up-delete',
      async () => {
        await shop.post('/opening/sign-ups', { email: freshEmail(), agrees: true });
        const [first] = (await owner.get(`${path}/sign-ups`)).body as unknown as Created[];
        return owner.delete(`${path}/sign-ups/${first?._id}`);
      },
    ],
    [
      'POST /settings/opening/open',
      'shop.open',
      async () => {
        await owner.put('/site-info/admin', terms);
        const privacy = {
          type: 'privacy-policy',
          title: 'Privacy Policy',
          content: '<p>What an order needs.</p>',
        };
        await owner.post('/policies', privacy);
        await shop.db.updateTable('policies').set({ isActive: true }).execute();
        return owner.post(`${path}/open`, {});
      },
    ],
  ];
}
