import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner, photo } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { ShopError } from '../../errors.ts';

/** The picture servers: what each address gives, or null while it times out. */
const site = vi.hoisted(() => ({ pictures: new Map<string, Buffer | null>(), asked: [] as string[] }));
vi.mock('../../media/fetch-picture.ts', async (original) => ({
  ...(await original<typeof import('../../media/fetch-picture.ts')>()),
  fetchPicture: async (address: string) => {
    site.asked.push(address);
    const picture = site.pictures.get(address);
    if (picture) return picture;
    if (picture === null) throw new ShopError('picture_unreachable', 'The picture’s server took too long');
    throw new ShopError('validation_failed', 'The picture’s server responded with status 404');
  },
}));

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);
beforeEach(() => {
  site.pictures.clear();
  site.asked.length = 0;
});

const csvOf = (slug: string, addresses: string[]) =>
  `Handle,Title,Variant Price,Image Src\n${addresses.map((address, i) => `${slug},${i ? ',' : 'Lamp,5'},${address}`).join('\n')}\n`;
const address = (name: string, host = 'p.example') => `https://${host}/${name}.jpg`;

it('a timeout affects one picture; failed pictures are fetched again on request, in their positions', async () => {
  const slug = `lamp-${randomUUID()}`;
  const addresses = ['a', 'b', 'c', 'd', 'gone'].map((name) => address(`${slug}-${name}`));
  for (const address of addresses.slice(0, 4)) site.pictures.set(address, await photo());
  site.pictures.set(addresses[0] ?? '', null);
  const first = await imports.run(csvOf(slug, addresses));
  expect(first.notes.map(({ message }) => message)).toEqual([
    `The picture’s server took too long: ${addresses[0]}`,
    `The picture’s server responded with status 404: ${addresses[4]}`,
  ]);
  expect(first).toMatchObject({ written: 1, failed: 0, retryable: 1 });
  const before = await imports.find(slug);
  expect(before.images).toHaveLength(2);

  await owner.put(`/products/${before._id}`, { name: 'Lamp of my own', description: 'Mine' });
  site.pictures.set(addresses[0] ?? '', await photo());
  site.pictures.set(addresses[4] ?? '', await photo());
  const retry = await owner.post(`/products/import/${first._id}/pictures`);
  expect(retry).toMatchObject({ status: 202, body: { total: 1, fileName: 'products.csv' } });
  const twice = await owner.post(`/products/import/${first._id}/pictures`);
  expect(twice).toMatchObject({ status: 409, body: { code: 'nothing_to_fetch' } });
  await shop.runJobs();
  expect(await imports.read(String(retry.body._id))).toMatchObject({ written: 1, notes: [], retryable: 0 });
  const after = await imports.find(slug);
  expect(after).toMatchObject({ name: 'Lamp of my own', description: 'Mine', price: 5 });
  expect([after.image, ...after.images]).toHaveLength(5);
  expect(after.images.slice(0, 3)).toEqual([before.image, ...before.images]);
  expect((await owner.post(`/products/import/${randomUUID()}/pictures`)).status).toBe(404);
});

it('importing the same file fetches failed pictures too', async () => {
  const slug = `lamp-${randomUUID()}`;
  const csv = csvOf(slug, [address(slug)]);
  site.pictures.set(address(slug), null);
  await imports.run(csv);
  const again = await imports.plan(csv);
  expect(again).toMatchObject({ products: [{ what: 'same', toFetch: 1 }], pictures: { toFetch: 1 } });
  site.pictures.set(address(slug), await photo());
  expect(await imports.run(csv)).toMatchObject({ written: 1, notes: [] });
  expect((await imports.find(slug)).image).toMatch(/^uploads\/product\//);
  expect((await imports.plan(csv)).pictures.toFetch).toBe(0);
});

it('a server that does not respond three times in a row is not contacted again', async () => {
  const slug = `lamp-${randomUUID()}`;
  const silent = Array.from({ length: 8 }, (_, i) => address(`${slug}-${i}`, 'silent.example'));
  for (const item of silent) site.pictures.set(item, null);
  site.pictures.set(address(slug), await photo());
  const job = await imports.run(csvOf(slug, [...silent, address(slug)]));
  // Two are asked at a time.
  expect(site.asked.filter((text) => text.includes('silent')).length).toBeLessThanOrEqual(4);
  expect(job.notes.at(-1)?.message).toContain('did not respond 3 times and was not contacted again');
  expect(job.notes).toHaveLength(8);
  expect((await imports.find(slug)).image).not.toBeNull();
});
