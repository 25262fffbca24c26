import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../tests/support/zip.ts';
import { baseName, listZip, openZip } from './zip.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'haat-zip-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const mega = 1024 * 1024;
async function save(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'a.zip');
  await writeFile(file, bytes);
  return file;
}
const some = Buffer.from('a picture');

describe('listZip', () => {
  it('lists pictures of any folder by file name, and ignored entries', async () => {
    const file = await save(
      zipOf([
        { name: 'shop/Blue Vase.JPG', bytes: some },
        { name: 'shop/old/blue vase.jpg', bytes: some },
        { name: 'दीया.png', bytes: some },
        { name: '__MACOSX/shop/._Blue Vase.JPG', bytes: some },
        { name: 'shop/', bytes: Buffer.alloc(0) },
        { name: 'more.zip', bytes: zipOf([{ name: 'inside.jpg', bytes: some }]) },
        { name: 'notes.txt', bytes: some },
        { name: 'huge.png', bytes: Buffer.alloc(11 * mega) },
      ]),
    );
    const { pictures, ignored } = await listZip(file);
    expect(pictures.map(({ name, entry }) => [name, entry])).toEqual([
      ['blue vase.jpg', 'shop/Blue Vase.JPG'],
      ['दीया.png', 'दीया.png'],
    ]);
    expect(ignored).toEqual([
      'shop/old/blue vase.jpg',
      '__MACOSX/shop/._Blue Vase.JPG',
      'more.zip',
      'notes.txt',
      'huge.png',
    ]);
  });

  it.each([
    ['text', Buffer.from('not a ZIP')],
    ['nothing', Buffer.alloc(0)],
    ['half a ZIP', zipOf([{ name: 'a.jpg', bytes: some }]).subarray(0, 60)],
    ['a path with ..', zipOf([{ name: '../../a.jpg', bytes: some }])],
    ['an absolute path', zipOf([{ name: '/etc/a.jpg', bytes: some }])],
    ['a truncated directory', Buffer.concat([zipOf([{ name: 'a.jpg', bytes: some }]).subarray(50)])],
  ])('refuses %s with 400', async (_, bytes) => {
    await expect(listZip(await save(bytes))).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a ZIP that would unpack to more than 4 GB', async () => {
    const bomb = zipOf(
      Array.from({ length: 500 }, (_, i) => ({ name: `${i}.jpg`, bytes: some, claims: 9 * mega })),
    );
    await expect(listZip(await save(bomb))).rejects.toMatchObject({ status: 413 });
  });
});

describe('openZip', () => {
  it('reads pictures one by one, and none that is larger than declared', async () => {
    const whole = Buffer.alloc(3 * mega, 'x');
    const file = await save(
      zipOf([
        { name: 'a/good.jpg', bytes: whole },
        { name: 'liar.jpg', bytes: Buffer.alloc(200 * mega), claims: mega },
      ]),
    );
    const zip = await openZip(file);
    expect(whole.equals(await zip.read('a/good.jpg'))).toBe(true);
    const before = process.memoryUsage().rss;
    await expect(zip.read('liar.jpg')).rejects.toMatchObject({ status: 400 });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * mega);
    await expect(zip.read('none.jpg')).rejects.toMatchObject({ status: 400 });
    zip.close();
  });
});

it.each([
  ['https://cdn.example/s/files/1/Blue%20Vase.JPG?v=12', 'blue vase.jpg'],
  ['pictures\\vase #2.jpg', 'vase #2.jpg'],
  ['uploads/product/Abc.webp', 'abc.webp'],
  ['https://x.example/%E0%A4%A.png', '%e0%a4%a.png'],
])('baseName of %s', (address, name) => expect(baseName(address)).toBe(name));
