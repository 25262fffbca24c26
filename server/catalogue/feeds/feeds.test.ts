import { expect, it } from 'vitest';
import { defaultDelivery } from '../../../shared/contract/orders/delivery.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { createAdmin } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop({ env: { PUBLIC_URL: 'https://shop.example' } });
const admin = await createAdmin(shop);

const setFeeds = (...on: string[]) => shop.call('PUT', '/settings/feeds', { ...admin, payload: { on } });
const fetchFeed = (channel: string) => shop.app.inject(`/feeds/${channel}.xml`);

const shipping = '<g:shipping><g:country>IN</g:country><g:price>0.00 INR</g:price></g:shipping>';

/** The items of a feed, each with the texts of its elements except those of `shipping`. */
async function itemsOf(channel: string) {
  const { body } = await fetchFeed(channel);
  return [...body.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) => {
    const fields = [...item.replace(shipping, '').matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)];
    return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
  });
}

it('writes what is for sale for Google and Meta while a feed is on (india §7)', async () => {
  const { db } = shop;
  const sized = await createProduct(db, {
    name: 'Kurta <Indigo> & \u0001Co',
    pricePaise: 149_900,
    discountTenths: 100,
    sizes: ['S', 'M'],
  });
  const bowl = await createProduct(db, { name: 'Bowl', pricePaise: 49_950, stock: 0 });
  const draft = await createProduct(db, { status: 'draft' });
  await createProduct(db, { name: 'Without a picture' });
  await db
    .insertInto('mediaFiles')
    .values({ path: 'uploads/product/a.webp', kind: 'product', width: 1, height: 1, bytes: 1 })
    .execute();
  const pictures = [sized, bowl, draft].map(({ id }) => ({
    productId: id,
    path: 'uploads/product/a.webp',
    position: 0,
  }));
  await db.insertInto('productImages').values(pictures).execute();

  expect((await fetchFeed('google')).statusCode).toBe(404);
  expect((await setFeeds('google', 'somewhere')).status).toBe(400);
  expect((await setFeeds('google', 'meta')).status).toBe(200);
  expect((await fetchFeed('google')).statusCode).toBe(503);
  await shop.runJobs();
  const { headers, body } = await fetchFeed('google');
  expect(headers['content-type']).toContain('application/xml');
  expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><rss version="2.0" [^>]+><channel>/);
  expect(body).toMatch(/<\/channel><\/rss>\n$/);

  expect(body.split(shipping)).toHaveLength(4);
  const google = await itemsOf('google');
  expect(google).toHaveLength(3);
  const [small, medium] = sized.variantIds.map((id) => google.find((item) => item.id === id));
  expect(small).toMatchObject({
    title: 'Kurta &lt;Indigo&gt; &amp; Co, S',
    link: `https://shop.example/products/${sized.slug}?variant=${sized.variantIds[0]}`,
    image_link: 'https://shop.example/uploads/product/a-1200.jpg',
    availability: 'in_stock',
    price: '1349.10 INR',
    maximum_retail_price: '1499.00 INR',
    identifier_exists: 'no',
    item_group_id: sized.id,
    size: 'S',
  });
  expect(medium).toMatchObject({ size: 'M' });
  const plain = google.find((item) => item.id === bowl.variantIds[0]);
  expect(plain).toMatchObject({ availability: 'out_of_stock', price: '499.50 INR' });
  expect(plain).not.toHaveProperty('item_group_id');
  for (const item of google) {
    expect(item.id?.length).toBeLessThanOrEqual(50);
    for (const name of ['title', 'description', 'link', 'image_link', 'condition'])
      expect(item[name], name).toBeTruthy();
  }
  const meta = await itemsOf('meta');
  expect(meta.find((item) => item.id === sized.variantIds[0])).toMatchObject({
    availability: 'in stock',
    sale_price: '1349.10 INR',
    brand: expect.stringMatching(/./),
  });

  const { body: settings } = await shop.get('/settings/feeds', admin);
  expect(settings).toMatchObject({
    feeds: [
      {
        channel: 'google',
        isOn: true,
        url: 'https://shop.example/feeds/google.xml',
        items: 3,
        withoutPicture: 1,
      },
      { channel: 'meta', isOn: true, items: 3 },
    ],
  });
  // The file is not made again for each request, but every hour.
  await db.updateTable('products').set({ status: 'draft' }).where('id', '=', bowl.id).execute();
  expect(await itemsOf('google')).toHaveLength(3);
  await shop.handlers.feeds({});
  expect(await itemsOf('google')).toHaveLength(2);
  expect((await setFeeds('meta')).status).toBe(200);
  expect((await fetchFeed('google')).statusCode).toBe(404);
  expect((await fetchFeed('meta')).statusCode).toBe(200);
});

it('the charge of delivery is in the feed if it is the same everywhere, and left to the merchant if it is not', async () => {
  const { db } = shop;
  const product = await createProduct(db, { name: 'Plate', pricePaise: 40_000 });
  const picture = { productId: product.id, path: 'uploads/product/a.webp', position: 0 };
  await db.insertInto('productImages').values(picture).execute();
  const itemAfter = async (more: object) => {
    const payload = { delivery: { ...defaultDelivery, ...more } };
    expect((await shop.call('PUT', '/site-info/admin', { ...admin, payload })).status).toBe(200);
    await setFeeds('google');
    await shop.handlers.feeds({});
    const { body } = await fetchFeed('google');
    return body.split('<item>').find((item) => item.includes('Plate')) ?? '';
  };
  const { elsewhere } = defaultDelivery;
  const charged = {
    ...elsewhere,
    rates: [
      { from: 0, amount: 79 },
      { from: 999, amount: 0 },
    ],
  };
  expect(await itemAfter({ elsewhere: charged })).toContain('<g:price>79.00 INR</g:price></g:shipping>');
  const goa = { ...elsewhere, name: 'Goa', states: ['Goa'], prefixes: [], pins: [] };
  expect(await itemAfter({ elsewhere: charged, zones: [goa] })).not.toContain('<g:shipping>');
});
