import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { readProductsById } from '../server/catalogue/products/cached-products.ts';
import { listProducts } from '../server/catalogue/products/list-queries.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { productQuery } from '../shared/contract/catalogue/catalogue.ts';
import { fillWithProducts } from './many-products.ts';
import { fillForRelevance, scoreRelevance } from './relevance.ts';
import { relevanceQueries } from './relevance-queries.ts';

const large = 100_000;
/** How often each search is repeated. The least time counts, since other work on the machine can only add to it. */
const repeats = 3;

/** Searches among many products that find thousands of them, or none. */
const wideSearches = [
  'cushion',
  'indigo',
  'indigo cushion',
  'painted madder vase',
  'cu',
  'hand',
  'made by hand',
  'bagru',
  'bench',
  'bench 77',
  'bench-4711',
  'indgo',
  'cushoin',
  'indgo cusion',
  'brassinlaid',
  'no such product',
  'qqqqqq',
  'e',
];

/** Prints the score of the relevance test, and how long searches take in a shop with 100,000 products. */
export async function measureSearch(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const pool = openPool(server.url);
  try {
    await migrate(pool);
    const db = openDatabase(pool);
    await fillForRelevance(db);
    const { score, searches, missed } = await scoreRelevance(db);
    console.log(`Relevance: ${(score * 100).toFixed(1)} % of ${searches} searches (goal: 95 %)`);
    for (const line of missed) console.log(`  ${line}`);

    await fillWithProducts(pool, large);
    const measure = async (search: string, limit: number) => {
      const query = productQuery.parse({ search, limit: String(limit) });
      const times: number[] = [];
      for (let i = 0; i < repeats; i++) {
        const startedAt = performance.now();
        const { ids } = await listProducts(db, query, 'shopper');
        await readProductsById(db, ids, 'shopper');
        times.push(performance.now() - startedAt);
      }
      return { search, ms: Math.min(...times) };
    };
    const report = async (name: string, list: string[], limit: number, goal: string) => {
      const measured = [];
      for (const search of list) measured.push(await measure(search, limit));
      const sorted = measured.toSorted((a, b) => a.ms - b.ms);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.ms.toFixed(1);
      const slowest = sorted.slice(-5).map(({ search, ms }) => `${search} ${ms.toFixed(0)}`);
      console.log(
        `${name}, ${large} products: median ${at(0.5)} ms, p99 ${at(0.99)} ms (goal: ${goal}); slowest: ${slowest.join(', ')}`,
      );
    };
    const typed = [...relevanceQueries.map(([search]) => search), ...wideSearches];
    await report('Search', typed, 24, '20 and 60 ms');
    const beginnings = [
      'cush',
      'indi',
      'jhum',
      'ste',
      'va',
      'blu',
      'sar',
      'kur',
      'lamp',
      'bas',
      'cushn',
      'indgo cus',
    ];
    await report('Suggestions', beginnings, 5, '50 ms');
  } finally {
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  }
}
