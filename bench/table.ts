import { machine, startNoiseMeter } from './machine.ts';
import { createMeasurement, type Extent, type Measured } from './measure.ts';
import type { Profile } from './profile.ts';
import { lineOf, tableHead } from './report.ts';
import { describeCommit, type RowResults } from './results.ts';
import { type Row, rows } from './rows.ts';
import { openShop } from './shop.ts';

export const extents: Record<'quick' | 'complete', Extent> = {
  quick: { runs: 3, ms: 1000, limitMs: 400, warmUpMs: 600, orders: 100, mixedRequests: 8000 },
  complete: { runs: 5, ms: 2500, limitMs: 800, warmUpMs: 2000, orders: 300, mixedRequests: 100_000 },
};

/** The rows whose load is profiled. */
const profiled = ['home', 'new-listing', 'api-list-new', 'orders-16'];

/** Measures rows of the shop in a checkout and prints each. */
export async function measureTable(
  root: string,
  { extent, isWanted, profiles }: { extent: Extent; isWanted: (row: Row) => boolean; profiles: boolean },
): Promise<RowResults> {
  const chosen = rows.filter(isWanted);
  if (chosen.length === 0) throw new Error('No row has such a name; bench/rows.ts lists them');
  const commit = describeCommit(root);
  const noise = startNoiseMeter();
  const shop = await openShop({ root, products: 1000 });
  const measurement = createMeasurement(shop, noise, extent);
  const measured: Measured[] = [];
  const found: Profile[] = [];
  try {
    console.log(tableHead);
    for (const row of chosen) {
      for (const each of await measureRow(row)) {
        measured.push(each);
        console.log(lineOf(row, each));
      }
    }
    for (const row of profiles ? chosen.filter(({ key }) => profiled.includes(key)) : []) {
      console.log(`Profile: ${row.name}`);
      found.push(await measurement.profile(row));
    }
    const circumstances = { commit, date: today(), machine: machine(), noise: noise.worst() };
    console.log(
      `Machine noise: the fixed calculation took at most ${noise.worst().toFixed(2)} × its best duration`,
    );
    return { ...circumstances, rows: measured, profiles: found };
  } finally {
    await Promise.all([measurement.stop(), noise.stop()]);
    await shop.close();
  }

  async function measureRow(row: Row): Promise<Measured[]> {
    switch (row.kind) {
      case 'get':
        return [await measurement.measureLoad(row)];
      case 'orders':
        return [await measurement.measureOrders(row)];
      case 'start':
        return [await measurement.measureStart()];
      case 'nginx':
        return measurement.measureNginx();
      case 'memory':
        return [await measurement.measureMemory(row)];
    }
  }
}

export const today = () => new Date().toISOString().slice(0, 10);
