import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import type { GiftCard } from '../../shared/contract/catalogue/gift-cards.ts';
import { movesOf } from '../../tests/support/moves.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { zipOf } from '../../tests/support/zip.ts';
import { content } from '../content/content.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const moves = movesOf(shop, owner);

const discounts = `Name,Value,Value Type,Type,Discount Class,Minimum Purchase Requirements,Customer Selection,Combines with Order Discounts,Times Used In Total,Applies Once Per Customer,Usage Limit Per Code,Status,Start,End
FEST10,-10.0,percentage,Amount Off,order,999.00,All customers,false,3,true,10,Active,2024-01-01 00:00:00 +0530,
flat100,-100.0,fixed_amount,Amount Off,order,2 items,All customers,false,0,false,,Active,2024-01-01 00:00:00 +0530,
SHIPFREE,0,,Free Shipping,shipping,,All customers,false,0,false,,Active,2024-01-01 00:00:00 +0530,
OLD,-5,percentage,Amount Off,order,,All customers,false,0,false,,Expired,2020-01-01,2020-02-01
SAREES,-5,percentage,Amount Off,product,,All customers,false,0,false,,Active,2024-01-01,
SPENT,-5,percentage,Amount Off,order,,All customers,false,10,false,10,Active,2024-01-01,
`;
const coupons = `post_title,post_status,discount_type,coupon_amount,individual_use,product_ids,usage_count,usage_limit,usage_limit_per_user,date_expires,free_shipping,exclude_sale_items,minimum_amount,maximum_amount,customer_email
diwali20,publish,percent,20,yes,,4,,1,2099-12-31,no,no,500,,
fixed50,publish,fixed_cart,50,no,,0,,,,no,no,,,
each5,publish,fixed_product,5,no,,0,,,,no,no,,,
some,publish,percent,5,no,"12,13",0,,,,no,no,,,
FEST10,publish,percent,5,no,,0,,,,no,no,,,
`;
const plugin = `code,type,description,amount,expiry_date,enable_free_shipping,minimum_amount,usage_limit,usage_count
holi15,percent,,15,2099-11-15,no,500,100,3
`;
const giftCards = `Id,Last Characters,Customer Name,Email,Created At,Expires On,Initial Balance,Current Balance,Currency,Expired?,Enabled?,Disabled At
'901,a1b2,Anika Example,anika@example.com,2024-01-01,2099-12-31,1000.00,750.50,INR,false,true,
'902,c3d4,,,2024-01-01,,500.00,500.00,INR,false,true,
'903,e5f6,Old,old@example.com,2020-01-01,2021-01-01,500.00,500.00,INR,true,true,
'904,g7h8,Spent,spent@example.com,2024-01-01,,500.00,0.00,INR,false,true,
`;
const redirects = `Redirect from,Redirect to
/old-lamp,/products/copper-light
/cart,/products
/elsewhere,https://example.org/
/a,/b
/b,/a
`;
const reviews = `product_handle,rating,author,email,body,created_at,photo_url,verified_purchase
copper-light,5,Anika E,a@example.com,Shines well,2024-05-06 10:00:00 UTC,,true
nowhere,4,B,b@example.com,Lost,2024-05-06,,true
`;

it('products, discounts, gift cards, redirects and reviews are moved, undone and moved again', async () => {
  const file = (name: string, text: string | Buffer) => ({ name, bytes: Buffer.from(text) });
  const zip = zipOf([
    file('reviews.csv', reviews),
    file('coupons.csv', coupons),
    file('plugin.csv', plugin),
    file('discounts.csv', discounts),
    file('gift_cards.csv', giftCards),
    file('redirects.csv', redirects),
    file('products.csv', await readFile('tests/exports/shopify-home-and-garden.csv')),
    file('woo.csv', await readFile('tests/exports/woocommerce-sample.csv')),
  ]);
  const draft = await moves.add(zip, 'all.zip');
  expect(
    draft.files.map(({ name, program, kind, problem }) => `${name} ${program} ${kind} ${problem}`),
  ).toEqual([
    'coupons.csv woocommerce discounts ',
    'discounts.csv shopify discounts ',
    'gift_cards.csv shopify giftCards ',
    'plugin.csv woocommerce discounts ',
    'products.csv shopify products ',
    'redirects.csv shopify redirects ',
    'reviews.csv shopify reviews ',
    'woo.csv woocommerce products ',
  ]);
  const counts = Object.fromEntries(
    draft.counts.map(({ kind, new: created, left }) => [kind, [created, left]]),
  );
  expect(counts).toMatchObject({ discounts: [6, 6], giftCards: [1, 3], redirects: [2, 3], reviews: [1, 1] });
  expect(await moves.remarks(draft._id, 'discounts')).toEqual([
    '4 each5 left: It takes an amount off each product, which a discount here can’t',
    '5 some left: It applies to certain products or categories, which are named by their ids of the former shop',
    expect.stringMatching(/^(2|6) FEST10 left: It repeats line/),
    '5 OLD left: It has ended',
    '6 SAREES left: It applies to certain products, which the file does not name',
    '7 SPENT left: It is used up',
  ]);
  expect(await moves.remarks(draft._id, 'giftCards')).toEqual([
    '3 ending c3d4 left: It has no customer with an e-mail address; create a card for the person who shows it',
    '4 ending e5f6 left: It has expired',
    '5 ending g7h8 left: Nothing is left on it',
  ]);
  expect(await moves.remarks(draft._id, 'reviews')).toEqual([
    '3  left: There is no product “nowhere” here or in the files',
  ]);

  const done = await moves.act(draft._id, 'start', { newProducts: 'file' });
  expect(done.state).toBe('imported');
  expect(done.done).toBe(done.total);
  expect((await shop.get('/products/copper-light')).status).toBe(200);
  expect(await moves.remarks(draft._id, 'products')).toContainEqual(
    expect.stringMatching(/^4 Copper Light new: .*1 picture could not be fetched$/),
  );
  const listed = async () => (await owner.get('/discounts?limit=100')).body as unknown as Discount[];
  expect((await listed()).find(({ code }) => code === 'DIWALI20')).toMatchObject({
    value: { type: 'percent', percent: 20 },
    minTotal: 500,
    maxUsesPerCustomer: 1,
    combinable: false,
    endsAt: '2099-12-31T18:30:00.000Z',
  });
  expect((await listed()).find(({ code }) => code === 'FLAT100')).toMatchObject({
    value: { type: 'amount', amount: 100 },
    minQuantity: 2,
  });
  const cards = async () => (await owner.get('/gift-cards?search=a1b2')).body as unknown as GiftCard[];
  expect(await cards()).toMatchObject([
    {
      state: 'disabled',
      balance: 750.5,
      recipient: { email: 'anika@example.com' },
      ending: '',
      expiresOn: '2099-12-31',
    },
  ]);
  const leadsTo = async (path: string) =>
    (await content(shop.deps, { kind: 'guest', address: '' }).readRedirects())(path);
  expect(await leadsTo('/old-lamp')).toBe('/products/copper-light');
  expect(await leadsTo('/collections/lamps')).toBe('/products');
  expect(await leadsTo('/collections/lamps/products/Copper-Light')).toBe('/products/copper-light');
  expect(await leadsTo('/product/hoodie/')).toBe('/products/hoodie');
  expect(await leadsTo('/product-category/clothing/')).toBe('/products?category=clothing');
  expect(await leadsTo('/account/orders/abc')).toBe('/track-order');
  const { body: first } = await shop.get('/products/copper-light/reviews');
  expect(JSON.stringify(first)).toContain('Shines well');

  const again = await moves.add(zip, 'all.zip');
  expect(again.counts.map(({ kind, new: created }) => [kind, created])).toEqual(
    again.counts.map(({ kind }) => [kind, 0]),
  );
  await owner.delete(`/moves/${again._id}`);

  const undone = await moves.act(draft._id, 'undo');
  expect(undone).toMatchObject({ state: 'undone', remains: [] });
  expect((await shop.get('/products/copper-light')).status).toBe(404);
  expect((await listed()).filter(({ code }) => code === 'DIWALI20')).toEqual([]);
  expect(await cards()).toMatchObject([{ state: 'disabled', balance: 0, recipient: null }]);
  expect(await leadsTo('/old-lamp')).toBeUndefined();
  expect((await owner.get('/categories')).body).toEqual([]);

  const second = await moves.act((await moves.add(zip, 'all.zip'))._id, 'start', { newProducts: 'file' });
  expect(second.counts.map(({ kind, new: created, left }) => [kind, created, left])).toEqual(
    done.counts.map(({ kind, new: created, left }) => [kind, created, left]),
  );
});

it('orders, customers and items of WooCommerce exports are read in their usual forms', async () => {
  const orders = `order_id,order_number,order_date,status,shipping_total,tax_total,discount_total,order_total,order_currency,payment_method_title,billing_first_name,billing_last_name,billing_email,billing_phone,billing_address_1,billing_postcode,billing_city,billing_state,billing_country,customer_note,coupon_items,refund_items,line_item_1,line_item_2
900,900,2025-03-31 23:59:59,wc-completed,40.00,60.00,0.00,1040.00,INR,UPI,Meera,Rao,meera@example.org,+91 97000 00077,"12, MG Road",560001,Bengaluru,KA,IN,Ring,code:wel|amount:0,amount:100.00|reason:late;amount:20.50|reason:x,name:Brass Lamp|product_id:9|sku:BL-1|quantity:2|total:1000.00|sub_total:1000.00,
901,901,2025-04-01 00:00:00,wc-cancelled,0,0,0,500.00,INR,COD,Meera,Rao,meera@example.org,,,,,,,,,,name:Cup|quantity:1|total:500.00,
`;
  const analytics = `"Date","Order #","N. Revenue (formatted)","Status","Customer","Customer type","Product(s)","Items sold","Coupon(s)","N. Revenue","Attribution"
"2025-05-01 10:00:00","902","₹250.00","completed","Ravi K","new","2× Cup, 1× Plate, blue","3","","250","Direct"
`;
  const customers = `"Name","Username","Last active","Sign up","Email","Orders","Total spend","AOV","Country / Region","City","Region","Postal code"
"Meera Rao","meera","2025-04-01","2024-01-01","meera@example.org","2","1040","520","IN","Bengaluru","KA","560001"
`;
  await moves.add(orders, 'orders.csv');
  await moves.add(analytics, 'analytics.csv');
  const { _id, counts } = await moves.add(customers, 'customers.csv');
  expect(counts).toMatchObject([
    { kind: 'customers', new: 1 },
    { kind: 'orders', new: 3, left: 0 },
  ]);
  await moves.act(_id, 'start');
  const found = await moves.formerOrders('search=90');
  expect(
    found.map(({ number, total, refunded, net, items }) => [number, total, refunded, net, items]),
  ).toEqual([
    ['902', 250, 0, 250, 3],
    ['901', 500, 0, 0, 1],
    ['900', 1040, 120.5, 919.5, 2],
  ]);
  expect(found[2]).toMatchObject({
    placedAt: '2025-03-31T18:29:59.000Z',
    mobile: '9700000077',
    paymentStatus: 'completed',
  });
  expect(found[2]?.customer).not.toBeNull();
});

it('each product says how many of its pictures could not be fetched, however many there are', async () => {
  const rows = Array.from({ length: 60 * 18 }, (_, i) => {
    const [product, picture] = [Math.floor(i / 18), i % 18];
    const first = picture === 0 ? `Plate ${product},500` : ',';
    return `plate-${product},${first},https://pictures.example/${product}-${picture}.jpg`;
  });
  const { _id } = await moves.add(`Handle,Title,Variant Price,Image Src\n${rows.join('\n')}\n`);
  const { counts } = await moves.act(_id, 'start');
  expect(counts).toMatchObject([{ kind: 'products', new: 60, left: 0, remarks: 60 }]);
  expect((await moves.remarks(_id, 'products')).at(-1)).toMatch(/18 pictures could not be fetched$/);
  await moves.act(_id, 'undo');
});
