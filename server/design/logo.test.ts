import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { UploadReply } from '../../shared/contract/catalogue/catalogue-admin.ts';
import type { ThemeDesign } from '../../shared/contract/design.ts';
import { asOwner, multipart, photo } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { design } from './design.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const svg = (content: string, attributes = 'width="200" height="50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const shape = '<rect width="100%" height="100%" fill="#b3402e"/>';

const upload = (value: Buffer, kind = 'logo') =>
  owner.post(
    `/upload?kind=${kind}`,
    multipart([{ name: 'image', value, filename: 'logo.svg', type: 'image/svg+xml' }]),
  );

it('redraws an SVG as a picture, which the pages get with its size', async () => {
  const { status, body } = await upload(svg(shape));
  expect(status).toBe(201);
  const { path } = body as unknown as UploadReply;
  expect(path).toMatch(/^uploads\/logo\/\w+\.webp$/);
  const stored = await sharp(await shop.deps.files.get(path)).metadata();
  expect(stored).toMatchObject({ format: 'webp', width: 1200, height: 300 });

  const { document, version } = (await owner.get('/design/theme')).body as unknown as ThemeDesign;
  const saved = await owner.put('/design/theme', {
    document: { ...document, logo: { light: path, dark: null } },
    version,
  });
  expect(saved.status).toBe(200);
  const picture = { path, width: 1200, height: 300 };
  const { logo } = await design(shop.deps, { showsDrafts: true }).getTheme();
  expect(logo).toEqual({ light: picture, dark: picture });
});

it('accepts a photograph as a logo', async () => {
  expect((await upload(await photo('png'))).status).toBe(201);
});

it.for([
  ['a script', svg(`<script>alert(1)</script>${shape}`), 400],
  [
    'an entity',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`),
    400,
  ],
  ['HTML', svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>`), 400],
  ['a picture of the server', svg('<image href="file:///etc/hostname" width="9" height="9"/>'), 400],
  ['a picture elsewhere', svg('<use xlink:href="https://elsewhere.example/a.svg#b"/>'), 400],
  ['a style sheet elsewhere', svg(`<style>@import "https://elsewhere.example/a.css";</style>${shape}`), 400],
  ['nothing to see', svg(''), 400],
  [
    'a broken drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect'),
    400,
  ],
  ['too many bytes', svg(`${shape}<!--${'x'.repeat(500_000)}-->`), 413],
] as const)('refuses an SVG with %s', async ([, value, status]) => {
  const reply = await upload(value);
  expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(/\S.*\.$/)]);
});

it('draws a huge SVG in the size of a logo', async () => {
  const { status, body } = await upload(svg(shape, 'width="30000" height="10000" viewBox="0 0 3 1"'));
  if (status === 201) expect((body as unknown as UploadReply).files[0]).toMatchObject({ width: 1200 });
  else expect(status).toBe(413);
});

it('accepts no SVG as a picture of a product, and no other path as a logo', async () => {
  expect((await upload(svg(shape), 'product')).status).toBe(415);
  const { document, version } = (await owner.get('/design/theme')).body as unknown as ThemeDesign;
  for (const light of ['uploads/logo/unknown.webp', 'uploads/product/a.webp', '//elsewhere.example/a.webp']) {
    const { status } = await owner.put('/design/theme', {
      document: { ...document, logo: { light, dark: null } },
      version,
    });
    expect(status, light).toBe(400);
  }
});
