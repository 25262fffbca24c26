import { expect, it } from 'vitest';
import type { PageDesign } from '../../shared/contract/design.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { removeImages } from '../media/media.ts';
import { design } from './design.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const home = '/design/pages/home';
const read = async () => (await owner.get(home)).body as unknown as PageDesign;
const save = async (sections: object[]) =>
  owner.put(home, {
    document: {
      sections: sections.map((section, index) => ({ _id: `s${index}`, settings: {}, ...section })),
    },
    version: (await read()).version,
  });
const publish = async () => owner.post(`${home}/publish`, { version: (await read()).version });
const picture = (path: string) => ({ path, alt: '' });

it('stores rich text as safe HTML wherever it is, and never what the client calls HTML', async () => {
  const text = (content: string) => ({ content, html: '<script>alert(1)</script>' });
  const given = '<h1 onclick="x()">Hi</h1><p><a href="javascript:x()">there</a><script>x()</script></p>';
  const saved = await save([
    { kind: 'rich-text', settings: { text: text(given) } },
    { kind: 'questions', settings: { questions: [{ question: 'Why?', answer: text(given) }] } },
    { kind: 'story', settings: { text: text('') } },
  ]);
  expect(saved.status).toBe(200);
  const html = [...JSON.stringify(saved.body.document).matchAll(/"html":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, value = '']) => value,
  );
  expect(html).toHaveLength(3);
  expect(html[0]).toBe(html[1]);
  expect(html[0]).toContain('<h2>Hi</h2>');
  expect(html.join()).not.toMatch(/script|onclick/);
  expect(html[2]).toBe('');
  const bad = await save([{ kind: 'story' }, { kind: 'rich-text', settings: { text: text('no json') } }]);
  expect([bad.status, Object.keys(bad.body.errors ?? {})]).toEqual([
    400,
    ['document.sections.1.settings.text'],
  ]);
});

it('shows only pictures and videos that are stored, and keeps them as long as a page or a version has them', async () => {
  const path = await owner.upload('site');
  const { db } = shop;
  await db
    .insertInto('mediaFiles')
    .values({ path: 'uploads/review/abc.webp', kind: 'review', width: 1, height: 1, bytes: 1, stored: true })
    .execute();
  const bad: [object, string][] = [
    [
      { kind: 'gallery', settings: { pictures: [picture(path), picture('uploads/site/none.webp')] } },
      'pictures.1.path',
    ],
    [{ kind: 'hero', settings: { pictures: [picture('uploads/review/abc.webp')] } }, 'pictures.0.path'],
    [{ kind: 'look', settings: { picture: picture('uploads/site/none.webp') } }, 'picture.path'],
    [{ kind: 'video', settings: { video: 'uploads/video/none.mp4' } }, 'video'],
    [{ kind: 'video', settings: { youtube: 'https://vimeo.com/1' } }, 'youtube'],
  ];
  for (const [section, field] of bad) {
    const { status, body } = await save([{ kind: 'divider' }, section]);
    expect([status, Object.keys(body.errors ?? {})], field).toEqual([
      400,
      [`document.sections.1.settings.${field}`],
    ]);
  }
  const isStored = async () => {
    await removeImages(db, shop.deps.files, [path]);
    return (await db.selectFrom('mediaFiles').where('path', '=', path).select('path').execute()).length === 1;
  };
  expect((await save([{ kind: 'story', settings: { picture: picture(path) } }])).status).toBe(200);
  expect(await isStored()).toBe(true);
  await publish();
  await save([{ kind: 'divider' }]);
  await publish();
  // The first version has it.
  expect(await isStored()).toBe(true);
  await db.deleteFrom('designVersions').execute();
  expect(await isStored()).toBe(false);
});

it('shows a section between its times, and tells every process at that minute', async () => {
  const minutes = (count: number) => new Date(shop.clock.now().getTime() + count * 60_000).toISOString();
  await save([
    { kind: 'divider' },
    { kind: 'announcement', settings: { text: 'Diwali' }, from: minutes(10), until: minutes(20) },
  ]);
  await publish();
  const kinds = async () => (await design(shop.deps).getPage(null)).sections.map(({ kind }) => kind);
  const next = async () =>
    (await shop.db.selectFrom('designs').where('key', '=', 'home').select('changesAt').executeTakeFirst())
      ?.changesAt;
  expect(await kinds()).toEqual(['divider']);
  const begins = await next();
  await shop.minute();
  expect(await next()).toEqual(begins);
  shop.advance(11);
  await shop.minute();
  expect(await kinds()).toEqual(['divider', 'announcement']);
  expect(await next()).not.toEqual(begins);
  expect(await design(shop.deps, { showsDrafts: true }).getPage(null)).toMatchObject({
    sections: [{ kind: 'divider' }, { kind: 'announcement' }],
  });
  shop.advance(10);
  await shop.minute();
  expect(await kinds()).toEqual(['divider']);
  expect(await next()).toBeNull();
});

it('lists published pages for search engines, and no other', async () => {
  const add = async (title: string) => (await owner.post('/design/pages', { title })).body.key as string;
  const published = await add('Our Story');
  await add('A Draft');
  await owner.post(`/design/pages/${published}/publish`, { version: 1 });
  const { body } = await shop.app.inject('/sitemap-pages.xml');
  expect(body).toContain('/pages/our-story</loc>');
  expect(body).not.toContain('a-draft');
  // The editor sees a page before it is published.
  const drafts = design(shop.deps, { showsDrafts: true });
  expect(await drafts.getPage('a-draft')).toMatchObject({ title: 'A Draft' });
});
