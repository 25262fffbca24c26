import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from 'playwright';
import { findChromium } from '../scripts/chromium.ts';
import { request } from './request.ts';
import type { BenchShop } from './shop.ts';

/** The figures of a page by their headings. */
export type MeasuredPage = { name: string; figures: Record<string, string> };

type Target = {
  name: string;
  path: string;
  /** What a shopper does on this page, by the name of the act. */
  acts: Record<string, (page: Page) => Promise<unknown>>;
};
/** What the page's own observers have collected, in milliseconds; `interactions` by their ids. */
type Observed = {
  lcp: number;
  cls: number;
  /** When the first content was painted. */
  fcp: number;
  tasks: { end: number; ms: number }[];
  interactions: Record<string, number>;
};

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const phone = { width: 412, height: 823 };
/** "Slow 4G" of Chromium's developer tools, in bytes per second and milliseconds. */
const slow4g = { downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const cpuRate = 4;
const loads = 3;
const lighthouseRuns = 3;

/** Measures the three kinds of public pages in Chromium; with Lighthouse's scores if asked for. */
export async function measurePages(
  shop: BenchShop,
  { lighthouse, report }: { lighthouse: boolean; report: (page: MeasuredPage) => void },
): Promise<MeasuredPage[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed; npm test installs it');
  const browser = await chromium.launch({ executablePath, args: flags });
  const results: MeasuredPage[] = [];
  try {
    for (const target of await listTargets(shop)) {
      const samples = [];
      // The first load fills the caches of the server.
      for (let load = 0; load <= loads; load++) samples.push(await loadPage(browser, shop, target));
      const counted = samples.slice(1);
      const median = (read: (sample: (typeof counted)[number]) => number) =>
        counted.map(read).toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? 0;
      const acts = Object.keys(target.acts).map((act) => `${act} ${median(({ inp }) => inp[act] ?? 0)} ms`);
      const page: MeasuredPage = {
        name: target.name,
        figures: {
          ...(await weighHtml(shop, target.path)),
          'JavaScript at first': kilobytes(median(({ scriptsBefore }) => scriptsBefore)),
          'and after the acts': kilobytes(median(({ scriptsAfter }) => scriptsAfter)),
          LCP: `${(median(({ lcp }) => lcp) / 1000).toFixed(2)} s`,
          TBT: `${Math.round(median(({ tbt }) => tbt))} ms`,
          CLS: median(({ cls }) => cls).toFixed(3),
          'Longest task': `${Math.round(median(({ longest }) => longest))} ms`,
          INP: acts.join(', '),
          ...(lighthouse && (await runLighthouse(shop.base + target.path, executablePath))),
        },
      };
      results.push(page);
      report(page);
    }
  } finally {
    await browser.close();
  }
  return results;
}

async function listTargets(shop: BenchShop): Promise<Target[]> {
  const slugOf = async (options: string) =>
    (
      await shop.query<{ slug: string }>(`select slug from products p where status = 'active' and ${options}
        and slug not like 'bench-%' and exists (select from product_images where product_id = p.id)
        order by slug limit 1`)
    )[0]?.slug;
  const sized = await slugOf(`options <> '[]'`);
  const addToCart = (page: Page) =>
    page
      .getByRole('button', { name: /^Add to Cart$/i })
      .first()
      .click();
  const openCart = (page: Page) =>
    page
      .getByRole('link', { name: /^Cart, / })
      .first()
      .click();
  return [
    { name: 'Home', path: '/', acts: { 'cart drawer': openCart } },
    {
      name: 'Listing',
      path: '/products',
      acts: {
        'add to cart': (page) =>
          page
            .getByRole('button', { name: /^Add .* to cart$/ })
            .first()
            .click(),
        filter: (page) => page.getByRole('button', { name: 'Filters' }).click(),
      },
    },
    {
      name: 'Product',
      path: `/products/${sized}`,
      acts: {
        option: (page) => page.locator('main').getByRole('radio').nth(1).check(),
        'add to cart': addToCart,
        'cart drawer': openCart,
      },
    },
  ];
}

async function loadPage(browser: Browser, shop: BenchShop, target: Target) {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
    await page.addInitScript(observe);
    const untilQuiet = followRequests(page);
    await page.goto(shop.base + target.path, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForFunction(() => customElements.get('haat-island'), undefined, { timeout: 60_000 });
    await untilQuiet();
    const scriptsBefore = await scriptBytes(page);
    const first = await readObserved(page);
    const inp: Record<string, number> = {};
    let seen = new Set(Object.keys(first.interactions));
    for (const [act, doIt] of Object.entries(target.acts)) {
      await doIt(page);
      await untilQuiet();
      const { interactions } = await readObserved(page);
      const own = Object.entries(interactions).filter(([id]) => !seen.has(id));
      inp[act] = Math.round(Math.max(0, ...own.map(([, ms]) => ms)));
      seen = new Set(Object.keys(interactions));
    }
    return {
      ...first,
      inp,
      scriptsBefore,
      scriptsAfter: await scriptBytes(page),
      // By its definition, what happens before the first paint does not count.
      tbt: first.tasks.reduce((sum, { end, ms }) => sum + (end > first.fcp ? ms - 50 : 0), 0),
      longest: Math.max(0, ...first.tasks.map(({ ms }) => ms)),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page: collects what the browser reports. Event durations are in steps of 8 ms; shorter than 16 ms is 0. */
function observe(): void {
  const observed: Observed = { lcp: 0, cls: 0, fcp: 0, tasks: [], interactions: {} };
  Object.assign(window, { observed });
  const watch = (type: string, read: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) observed.cls += shift.value;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime;
  });
  watch('longtask', ({ startTime, duration }) =>
    observed.tasks.push({ end: startTime + duration, ms: duration }),
  );
  watch(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId)
        observed.interactions[interactionId] = Math.max(observed.interactions[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}

const readObserved = (page: Page) =>
  page.evaluate(() => (window as unknown as { observed: Observed }).observed);

/** Follows the requests of a page. The returned function waits until none is under way and its main thread is idle. */
function followRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let wake = () => {};
  const end = (request: Request) => {
    pending.delete(request);
    wake();
  };
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    do {
      while (pending.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      await page.evaluate(untilIdle);
    } while (pending.size > 0);
  };
}

/** Runs in the page: waits for the next frame and two idle periods, in which the browser reports what it has measured. */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(() => resolve())));
  });

const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );

async function weighHtml(shop: BenchShop, page: string): Promise<Record<string, string>> {
  const reply = await request(shop.base + page, { 'accept-encoding': 'br' });
  const html = brotliDecompressSync(reply.body).toString();
  const inline = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    HTML: kilobytes(Buffer.byteLength(html)),
    compressed: kilobytes(reply.body.length),
    'inline script': kilobytes(inline.reduce((sum, [, script = '']) => sum + Buffer.byteLength(script), 0)),
  };
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/**
 * Lighthouse's scores of a page on a phone, and the LCP and TBT that it computes: the run with the median performance.
 */
async function runLighthouse(url: string, executablePath: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-lighthouse-'));
  const runs: { performance: number; figures: Record<string, string> }[] = [];
  try {
    for (let run = 0; run < lighthouseRuns; run++) {
      const file = path.join(folder, `${run}.json`);
      const args = ['--yes', 'lighthouse@13.5.0', url, '--quiet', '--output=json', `--output-path=${file}`];
      const { status, stderr } = spawnSync(
        'npx',
        [...args, `--chrome-flags=--headless=new ${flags.join(' ')}`],
        {
          env: { ...process.env, CHROME_PATH: executablePath },
          encoding: 'utf8',
          timeout: 180_000,
        },
      );
      if (status !== 0) throw new Error(`Lighthouse did not run: ${stderr.slice(-500)}`);
      const { categories, audits } = JSON.parse(await readFile(file, 'utf8')) as {
        categories: Record<string, { score: number }>;
        audits: Record<'largest-contentful-paint' | 'total-blocking-time', { numericValue: number }>;
      };
      const scores = Object.values(categories).map(({ score }) => Math.round(score * 100));
      runs.push({
        performance: categories.performance?.score ?? 0,
        figures: {
          Lighthouse: scores.join(' / '),
          'Lighthouse LCP': `${(audits['largest-contentful-paint'].numericValue / 1000).toFixed(2)} s`,
          'Lighthouse TBT': `${Math.round(audits['total-blocking-time'].numericValue)} ms`,
        },
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const sorted = runs.toSorted((a, b) => a.performance - b.performance);
  return sorted[Math.floor(lighthouseRuns / 2)]?.figures ?? {};
}
