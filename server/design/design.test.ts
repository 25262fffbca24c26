import { expect, it } from 'vitest';
import type { DesignVersion, PageDesign, PageSummary, ThemeDesign } from '../../shared/contract/design.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { design } from './design.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const path = '/design/theme';
const read = async () => (await owner.get(path)).body as unknown as ThemeDesign;
/** Saves some fields of the draft. */
async function save(fields: object) {
  const { document, version } = await read();
  return owner.put(path, { document: { ...document, ...fields }, version });
}
const publish = async () => owner.post(`${path}/publish`, { version: (await read()).version });
const shown = async () => (await design(shop.deps).getTheme()).css;

it('shows a draft to nobody until it is published, and can return to each published version', async () => {
  expect(await read()).toMatchObject({ hasDraft: false, version: 0, document: { palette: 'haat' } });
  expect(await shown()).toBe('');

  expect((await save({ palette: 'forest', corners: 'square' })).status).toBe(200);
  expect(await read()).toMatchObject({ hasDraft: true, published: { palette: 'haat' } });
  expect(await shown()).toBe('');
  expect((await publish()).body).toMatchObject({ hasDraft: false, published: { palette: 'forest' } });
  expect(await shown()).toContain('--corner-lg:0;');

  await save({ palette: 'own', colours: { ...(await read()).document.colours, button: ' #ABC ' } });
  await publish();
  expect((await read()).document.colours.button).toBe('#aabbcc');

  const versions = (await owner.get(`${path}/versions`)).body as unknown as DesignVersion[];
  expect(versions).toMatchObject([{ name: '' }, { name: '' }]);
  const first = versions[1]?._id ?? '';
  expect((await owner.patch(`${path}/versions/${first}`, { name: 'Monsoon' })).status).toBe(200);
  const restored = await owner.post(`${path}/versions/${first}/restore`, { version: (await read()).version });
  expect(restored.body).toMatchObject({ hasDraft: true, document: { palette: 'forest' } });
  const discarded = await owner.post(`${path}/discard`, { version: (await read()).version });
  expect(discarded.body).toMatchObject({ hasDraft: false, document: { palette: 'own' } });
  // What equals the published document is no draft.
  expect((await save({})).body).toMatchObject({ hasDraft: false });
});

it('loses none of many changes at once silently: all but one are told what changed', async () => {
  const { document, version } = await read();
  const sizes = ['small', 'normal', 'large'];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      owner.put(path, { document: { ...document, size: sizes[i % 3] }, version }),
    ),
  );
  const saved = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status === 409);
  expect([saved.length, refused.length]).toEqual([1, 19]);
  for (const { body } of refused)
    expect(body).toMatchObject({ code: 'design_changed', current: { document: saved[0]?.body.document } });
});

it.each([
  ['palette', 'url(https://evil.example)', 'Choose a palette'],
  ['corners', '</style><script>', 'Choose the corners'],
  ['dark', { paper: 'red;}' }, 'Enter a colour such as #2b3a8c'],
  ['colours', { paper: '#fff' }, 'Choose a colour'],
  ['pictures', '9:1', 'Choose a picture ratio'],
])('refuses %s %j by field', async (field, value, message) => {
  const before = await read();
  const { status, body } = await save({ [field]: value });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(Object.entries(body.errors ?? {})[0]).toEqual([
    expect.stringContaining(`document.${field}`),
    message,
  ]);
  expect(await read()).toEqual(before);
});

it('has no other version, and none of another design', async () => {
  const { version } = await read();
  for (const id of ['none', '00000000-0000-4000-8000-000000000000']) {
    expect((await owner.post(`${path}/versions/${id}/restore`, { version })).status).toBe(404);
    expect((await owner.patch(`${path}/versions/${id}`, { name: 'x' })).status).toBe(404);
  }
});

it('publishes a page at its own address, and redirects from the former one', async () => {
  const shopper = design(shop.deps);
  const { key } = (await owner.post('/design/pages', { title: 'Our Weavers' })).body;
  const path = `/design/pages/${String(key)}`;
  const current = async () => (await owner.get(path)).body as unknown as PageDesign;
  const change = async (fields: object) => {
    const { document, version } = await current();
    await owner.put(path, { document: { ...document, ...fields }, version });
    return owner.post(`${path}/publish`, { version: version + 1 });
  };
  expect(await current()).toMatchObject({
    document: { title: 'Our Weavers', address: 'our-weavers', sections: [] },
    published: null,
    hasDraft: true,
    version: 1,
  });
  await expect(shopper.getPage('our-weavers')).rejects.toMatchObject({ status: 404 });
  expect((await change({ address: 'Our Weavers!' })).body.errors).toEqual({
    'document.address': expect.stringContaining('small letters'),
  });
  expect((await change({ address: 'weavers' })).status).toBe(200);
  expect(await shopper.getPage('weavers')).toMatchObject({ title: 'Our Weavers' });

  expect((await change({ address: 'makers' })).status).toBe(200);
  await expect(shopper.getPage('weavers')).rejects.toMatchObject({ status: 404 });
  const redirects = (await owner.get('/settings/redirects')).body as unknown as object[];
  expect(redirects).toMatchObject([{ from: '/pages/weavers', to: '/pages/makers' }]);

  const { key: second } = (await owner.post('/design/pages', { title: 'Makers' })).body;
  const taken = await owner.post(`/design/pages/${String(second)}/publish`, { version: 1 });
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken']);
  const list = (await owner.get('/design/pages')).body as unknown as PageSummary[];
  expect(list.map(({ path, isPublished }) => [path, isPublished])).toEqual([
    ['/', true],
    ['/pages/makers', false],
    ['/pages/makers', true],
  ]);
  expect((await owner.delete(path)).status).toBe(200);
  expect((await owner.get(path)).status).toBe(404);
  await expect(shopper.getPage('makers')).rejects.toMatchObject({ status: 404 });
});

it('keeps the home page within its schema: no unknown section, address or picture', async () => {
  const home = '/design/pages/home';
  const { document, version } = (await owner.get(home)).body as unknown as PageDesign;
  expect([version, document.sections.map(({ kind }) => kind)[0]]).toEqual([0, 'hero']);
  const [hero] = document.sections;
  const save = (section: object) =>
    owner.put(home, { document: { sections: [{ ...hero, ...section }] }, version });
  const settings = (more: object) => ({ settings: { ...hero?.settings, ...more } });
  const bad: [string, object][] = [
    ['kind', { kind: 'script' }],
    ['first.to', settings({ first: { label: 'Go', to: 'javascript:alert(1)' } })],
    ['first.to', settings({ first: { label: 'Go', to: '//evil.example' } })],
    ['pictures.0.path', settings({ pictures: [{ path: 'https://evil.example/x.webp', alt: '' }] })],
    ['_id', { _id: '"><script>' }],
  ];
  for (const [field, section] of bad) {
    const { status, body } = await save(section);
    expect([status, Object.keys(body.errors ?? {}).join()], field).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  }
  expect((await save(settings({ heading: '<b>Hello</b>' }))).status).toBe(200);
});
