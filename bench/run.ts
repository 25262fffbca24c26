// npm run bench: see README.md.
import path from 'node:path';
import { startNoiseMeter } from './machine.ts';
import { createMeasurement, type Extent, type Measured } from './measure.ts';
import { lineOf, tableHead } from './report.ts';
import { listRows, type Row } from './rows.ts';
import { openShop } from './shop.ts';

const extents: Record<'quick' | 'complete', Extent> = {
  quick: { runs: 3, ms: 1000, limitMs: 500, warmUpMs: 600, mixedRequests: 8000 },
  complete: { runs: 5, ms: 2500, limitMs: 1000, warmUpMs: 2000, mixedRequests: 100_000 },
};
const root = path.dirname(import.meta.dirname);
const [command = 'complete', argument = ''] = process.argv.slice(2);

if (command === 'quick' || command === 'complete') await measureRows(extents[command], () => true);
else if (command === 'rows') {
  const wanted = argument.split(',');
  await measureRows(extents.quick, ({ key }) =>
    wanted.some((each) => key === each || key.startsWith(`${each}-`)),
  );
} else throw new Error(`Unknown command ${command}; see bench/README.md`);

async function measureRows(extent: Extent, isWanted: (row: Row) => boolean): Promise<Measured[]> {
  const noise = startNoiseMeter();
  const shop = await openShop({ root, products: 1000 });
  const measurement = createMeasurement(shop, noise, extent);
  const results: Measured[] = [];
  try {
    const rows = (await listRows(shop)).filter(isWanted);
    if (rows.length === 0) throw new Error(`No row has the name ${argument}`);
    console.log(tableHead);
    const add = (...measured: Measured[]) => {
      results.push(...measured);
      for (const each of measured) console.log(lineOf(rows, each));
    };
    for (const row of rows) {
      if (row.kind === 'get' || row.kind === 'orders') add(await measurement.measureLoad(row));
      if (row.kind === 'start') add(await measurement.measureStart());
    }
    add(...(await measurement.measureMemory(rows)));
    console.log(
      `Machine noise: the fixed calculation took at most ${noise.worst().toFixed(2)} × its best duration`,
    );
  } finally {
    await Promise.all([measurement.stop(), noise.stop()]);
    await shop.close();
  }
  return results;
}
