import { expect, it } from 'vitest';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import routes from '../../web/routes.ts';
import { readSource } from './redirect-path.ts';
import { readRedirects } from './redirects.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const create = (from: string, to: string) => owner.post('/settings/redirects', { from, to });
const list = async (search = '') => {
  const { body } = await owner.get(`/settings/redirects?search=${encodeURIComponent(search)}`);
  return body as unknown as { _id: string; from: string; to: string }[];
};

it('redirects are added, searched, changed and deleted', async () => {
  const added = await create('/Collections/Cushions/', 'http://localhost:3999/products?category=textiles');
  expect(added).toMatchObject({
    status: 201,
    body: { from: '/collections/cushions', to: '/products?category=textiles' },
  });
  expect((await create('/collections/cushions', '/about')).body).toMatchObject({
    code: 'conflict',
    errors: { from: 'This address has a redirect already' },
  });
  expect((await create('/pages/caf%C3%A9', '/about#us')).body).toMatchObject({ from: '/pages/café' });
  expect(await list('café')).toHaveLength(1);
  const { _id } = added.body as { _id: string };
  const path = `/settings/redirects/${_id}`;
  const change = { from: '/collections/cushions', to: '/products' };
  expect((await owner.put(path, change)).body).toMatchObject(change);
  expect((await owner.delete(path)).status).toBe(200);
  expect((await owner.delete(path)).status).toBe(404);
  expect((await list()).map(({ from }) => from)).toEqual(['/pages/café']);
});

it('a redirect leads only to the shop, never in a circle, and never from an address of the shop (T-ADM-40)', async () => {
  const targets = [
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%00',
  ];
  for (const to of [
    ...targets,
    '/\t/evil.example',
    'http://localhost:3999@evil.example/',
    '/.//evil.example',
    ' ',
  ])
    expect((await create('/old', to)).body, to).toMatchObject({ errors: { to: expect.any(String) } });
  for (const from of [...targets, '/old?id=1', '/', '/cart', '/Products/', '/api/site-info', '/admin'])
    expect((await create(from, '/products')).body, from).toMatchObject({
      errors: { from: expect.any(String) },
    });
  expect((await create('/one', '/one/')).body).toMatchObject({ errors: { to: /circle/ } });
  for (const [from, to] of [
    ['/one', '/two?x=1'],
    ['/two', '/THREE'],
  ] as const)
    expect((await create(from, to)).status).toBe(201);
  expect((await create('/three', '/One')).body).toMatchObject({ errors: { to: /circle/ } });
  const person = await signUp(shop);
  expect((await shop.get('/settings/redirects')).status).toBe(401);
  expect((await shop.get('/settings/redirects', person)).status).toBe(403);
});

it('every page of the shop is one of its own addresses', () => {
  const paths = routes
    .flatMap(({ path = '', children = [] }) => [path, ...children.map((child) => child.path ?? '')])
    .filter(
      (path) =>
        path !== '' && !path.includes('*') && !/^(brands|products|collections|pages)(\/|$)/.test(path),
    );
  expect(paths.length).toBeGreaterThan(40);
  const free = paths.filter((path) => 'key' in readSource(`/${path.replace(/:\w+/g, 'x')}`, 'http://shop'));
  expect(free).toEqual([]);
});

it('redirects are imported from CSV files, and each skipped line has a reason', async () => {
  const file = [
    'Redirect from,Redirect to',
    '/collections/brass,/products?category=brass',
    '/pages/about-us,https://example.com/about',
    '/two,/one',
    '/cart,/products',
    '/one,/products',
  ];
  const send = (lines: string[]) =>
    owner.post(
      '/settings/redirects/import',
      multipart([{ name: 'file', value: lines.join('\n'), filename: 'redirects.csv' }]),
    );
  expect((await send(file)).body).toMatchObject({
    saved: 2,
    skippedCount: 3,
    skipped: [{ line: 3, reason: /address of this shop/ }, { line: 4, reason: /circle/ }, { line: 5 }],
  });
  expect(await list('/one')).toMatchObject([{ from: '/one', to: '/products' }]);
  const redirection = [
    'source,target,regex,code',
    '/shop/(.*),/products,1,301',
    '/shop/jutti/,/products,0,301',
  ];
  expect((await send(redirection)).body).toMatchObject({ saved: 1, skipped: [{ line: 2 }] });
  expect((await send(['Name,Price', 'Diya,5'])).status).toBe(400);
  expect(await list()).toHaveLength(5);
});

it('what a visitor writes for a `*` leads to no other site and breaks no reply (T-ADM-40)', async () => {
  for (const [from, to] of [
    ['/go/*', '/*'],
    ['/item/*', '/products/*'],
  ] as const)
    expect((await create(from, to)).status).toBe(201);
  const find = await readRedirects(shop.deps);
  for (const path of ['/go//evil.example', '/go/%2Fevil.example', '/item/%00'])
    expect(find(path), path).toBeUndefined();
  expect(find('/go/%5Cevil.example')).toBe('/%5Cevil.example');
  expect(find('/item/%0D%0ASet-Cookie:a')).toBe('/products/%0D%0Aset-cookie%3Aa');
  expect(find('/item/%E0%A4%A6%E0%A5%80%E0%A4%AF%E0%A4%BE?')).toMatch(/^\/products\/%E0%A4%A6/);
  expect(find('/item/a%3Fb%23c/d')).toBe('/products/a%3Fb%23c/d');
  expect((await create('/a*a*a*', '/products')).body).toMatchObject({ errors: { from: /twice/ } });
});
