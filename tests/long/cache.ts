import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { removeDataDir } from '../../postgres/home.ts';
import { orderFor } from '../support/factories.ts';
import { openEmptyShop } from '../support/open-empty-shop.ts';
import { startShopProcess } from '../support/shop-process.ts';
import { type FrontReply, type Nginx, nginxPackages, startNginx } from './nginx.ts';
import { installPackages } from './packages.ts';
import { type Choices, createChoices, createReport, type Report } from './report.ts';

const shopPort = 5205;
const frontPort = 5206;
/** A request that begins so long after a change was acknowledged gets the new price. */
const MAX_AGE_MS = 2000;
const CHANGES = 50;
const READERS = 6;
const FIRST_PRICE = 70_000;
const admin = { email: 'owner@example.in', password: 'cached by nobody 42' };
const encodings = ['gzip, deflate, br, zstd', 'br', 'gzip', 'gzip, deflate', 'identity', ''];

type Product = { id: string; slug: string; image: string };
type Parts = { nginx: Nginx; report: Report; choices: Choices; owner: Record<string, string> };

/**
 * Puts nginx, with the settings of docs/going-live.md, in front of a shop with two processes. Changes a price under a
 * load of reads and prints how long a former price was sent; checks that the cache mixes no encodings and keeps nothing
 * that belongs to one person. Returns the number of violations.
 */
export async function runCache(seed: number): Promise<number> {
  const reason = installPackages(nginxPackages);
  if (reason) {
    console.log(`\n── Cache: not run, because ${reason}`);
    return 0;
  }
  const report = createReport('Cache');
  const choices = createChoices(seed);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-cache-'));
  const shop = await startShopProcess({
    port: shopPort,
    dataDir,
    env: {
      SEED: 'empty',
      WORKERS: '2',
      RATE_LIMIT: 'off',
      CDN: 'log',
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: 'https://shop.example.in',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
  await openEmptyShop(shop.url, admin);
  const nginx = await startNginx(shopPort, frontPort);
  try {
    const signedIn = await sendJson(nginx, 'POST', '/api/auth/login', { ...admin, portal: 'admin' });
    const parts = { nginx, report, choices, owner: { authorization: `Bearer ${signedIn.token}` } };
    const product = await createProduct(parts, shop.url);
    await checkFreshness(parts, product);
    await checkEncodings(parts, product);
    await checkPrivacy(parts, product);
  } finally {
    await nginx.stop();
    await shop.stop();
    await removeDataDir(dataDir);
  }
  return report.end();
}

async function createProduct({ nginx, owner }: Parts, shopUrl: string): Promise<Product> {
  const plain = sharp({ create: { width: 300, height: 300, channels: 3, background: '#8a3324' } });
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await plain.jpeg().toBuffer())]), 'vase.jpg');
  const upload = { method: 'POST', headers: owner, body: form };
  const stored = await fetch(`${shopUrl}/api/upload?kind=product`, upload).then((reply) => reply.json());
  const content = { name: 'Terracotta Vase', price: FIRST_PRICE, countInStock: 50, images: [stored.path] };
  const { _id, slug } = await sendJson(nginx, 'POST', '/api/products', content, owner);
  const image = `/${stored.path.replace('.webp', '-320.webp')}`;
  return { id: String(_id), slug: String(slug), image };
}

/** Changes the price while all pages and calls that show it are read, and measures the age of former prices. */
async function checkFreshness(
  { nginx, report, choices, owner }: Parts,
  { id, slug }: Product,
): Promise<void> {
  const paths = [`/products/${slug}`, '/products', `/api/products/${slug}`, '/api/products?limit=5'];
  /** When the change with this number was acknowledged. */
  const acknowledgedAt = [performance.now()];
  /** How long after each change a request for the former price began. */
  const ages: number[] = [];
  let isRunning = true;
  let hits = 0;

  async function read(): Promise<void> {
    while (isRunning) {
      const url = choices.oneOf(paths);
      const begunAt = performance.now();
      const reply = await nginx.send('GET', url, {
        headers: { 'accept-encoding': choices.oneOf(encodings) },
      });
      const shown = priceIn(textOf(reply));
      if (reply.status !== 200 || shown === undefined) {
        report.violation('a read has no price', { url, status: reply.status });
        continue;
      }
      report.count(`reads of ${url}`);
      if (reply.cache === 'HIT') hits++;
      const next = shown - FIRST_PRICE + 1;
      const age = begunAt - (acknowledgedAt[next] ?? begunAt);
      ages[next] = Math.max(ages[next] ?? 0, age);
      if (age > MAX_AGE_MS) report.violation('a former price was sent', { url, ms: Math.round(age) });
    }
  }

  const readers = Array.from({ length: READERS }, read);
  for (let n = 1; n <= CHANGES; n++) {
    await sleep(choices.oneOf([1700, 2000, 2300, 2600, 2900]));
    await sendJson(nginx, 'PUT', `/api/products/${id}`, { price: FIRST_PRICE + n }, owner);
    acknowledgedAt[n] = performance.now();
    report.progress(`${n} of ${CHANGES} changes of the price`);
  }
  await sleep(MAX_AGE_MS);
  isRunning = false;
  await Promise.all(readers);
  const sorted = Array.from({ length: CHANGES }, (_, n) => Math.round(ages[n + 1] ?? 0)).sort(
    (a, b) => a - b,
  );
  const [median, longest] = [sorted[Math.floor(CHANGES / 2)], sorted.at(-1)];
  console.log(
    `   The former price was sent for ${median} ms (median) and ${longest} ms (longest) after a change`,
  );
  report.count('reads that the cache answered', hits);
  if (hits === 0) report.violation('the cache answered no read');
}

/** The price that a page or a call shows. */
const priceIn = (text: string): number | undefined => {
  const found = /\b70,?(\d{3})\b/.exec(text)?.[1];
  return found === undefined ? undefined : FIRST_PRICE + Number(found);
};

/** Reads everything in all encodings, in a random order, while the cache has it. */
async function checkEncodings({ nginx, report, choices }: Parts, product: Product): Promise<void> {
  const page = await nginx.send('GET', `/products/${product.slug}`, { headers: plain });
  const assets = [...page.body.toString().matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  );
  const urls = ['/', `/products/${product.slug}`, `/api/products/${product.slug}`, product.image, ...assets];
  for (const url of new Set(urls)) {
    const expected = (await nginx.send('GET', url, { headers: plain })).body;
    for (let n = 0; n < 40; n++) {
      const accepted = choices.oneOf(encodings);
      const reply = await nginx.send('GET', url, {
        headers: accepted ? { 'accept-encoding': accepted } : {},
      });
      const isAccepted = reply.encoding === 'identity' || accepted.split(', ').includes(reply.encoding);
      report.count(`replies as ${reply.encoding}, ${reply.cache}`);
      if (!isAccepted || !decoded(reply).equals(expected))
        report.violation('another encoding was sent', { url, accepted, sent: reply.encoding });
    }
  }
}

/** Reads as an admin and as a shopper with an order, and looks at what the cache has afterwards. */
async function checkPrivacy({ nginx, report, owner }: Parts, { id, slug }: Product): Promise<void> {
  const email = 'rukmini.private@example.in';
  const signedUp = await sendJson(nginx, 'POST', '/api/auth/register', {
    name: 'Rukmini Private',
    email,
    password: 'block-print-42',
  });
  const shopper = { authorization: `Bearer ${signedUp.token}`, cookie: 'session=secret-cookie' };
  const placed = await sendJson(nginx, 'POST', '/api/razorpay/create-order', orderFor([{ id }]), shopper);
  const order = String(placed.order_id);
  const key = String(placed.order_key);
  const personal = [
    '/cart',
    '/checkout',
    `/order-success/${order}?key=${key}`,
    '/user-profile',
    '/admin',
    '/login',
    `/api/order/${order}`,
    `/api/order/${order}?key=${key}`,
    `/api/razorpay/orders/${order}/status?key=${key}`,
    '/api/auth/profile',
    '/api/order/admin',
    '/api/auth/sessions',
    '/api/health/ready',
  ];
  const shared = ['/', '/products', `/products/${slug}`, `/api/products/${slug}`, '/api/categories'];
  for (const headers of [shopper, owner, { cookie: 'session=secret-cookie' }]) {
    for (const url of [...personal, ...personal]) {
      const reply = await nginx.send('GET', url, { headers });
      if (reply.cache === 'HIT') report.violation('a personal page or call came from the cache', url);
      report.count('reads of what is personal');
    }
    for (const url of [...shared, ...shared]) {
      const { cache } = await nginx.send('GET', url, { headers: { ...plain, ...headers } });
      if (cache === 'HIT' && 'authorization' in headers)
        report.violation('a request with a token got a kept reply', url);
      report.count('reads of what is the same for all');
    }
  }
  // The admin's own reply has more fields.
  const asAdmin = await nginx.send('GET', `/api/products/${slug}`, { headers: { ...plain, ...owner } });
  const asGuest = await nginx.send('GET', `/api/products/${slug}`, { headers: plain });
  if (asAdmin.body.equals(asGuest.body)) report.violation('the admin and a guest get the same reply');

  const kept = await nginx.readKept();
  report.count('replies that the cache keeps', kept.length);
  const secrets = [email, order, key, String(signedUp.token), owner.authorization?.slice(7), 'secret-cookie'];
  for (const reply of kept) {
    const address = /\nKEY: http:\/\/shop(.*)\n/.exec(reply.toString('latin1'))?.[1] ?? 'unknown';
    const isPublic = /^\/($|products|assets\/|uploads\/|api\/(products|categories)\b)/.test(address);
    if (!isPublic) report.violation('the cache keeps an address that is not public', address);
    if (secrets.some((secret) => secret && reply.includes(secret)))
      report.violation('the cache keeps personal data', address);
  }
}

const plain = { 'accept-encoding': 'identity' };

function decoded({ encoding, body }: FrontReply): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

const textOf = (reply: FrontReply): string => decoded(reply).toString();

/** The body of the reply to a request that must succeed. */
async function sendJson(
  nginx: Nginx,
  method: string,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const reply = await nginx.send(method, url, { body, headers: { ...plain, ...headers } });
  if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.body}`);
  return JSON.parse(reply.body.toString());
}
