// npm run bench: README.md lists the commands, docs/performance.md says why each figure has a limit beside it.
import { grownCells, rowCells, sections, writeSection } from './document.ts';
import { measureGrowth } from './growth.ts';
import { startNoiseMeter } from './machine.ts';
import { createMeasurement, type Extent, type Measured } from './measure.ts';
import { measurePages } from './pages.ts';
import { type Row, rows } from './rows.ts';
import { openShop } from './shop.ts';

const short: Extent = { runs: 3, ms: 1000, limitMs: 400, warmUpMs: 600, orders: 100, mixedRequests: 8000 };
const complete: Extent = {
  runs: 5,
  ms: 2500,
  limitMs: 800,
  warmUpMs: 2000,
  orders: 300,
  mixedRequests: 100_000,
};

const [command = 'complete', argument = ''] = process.argv.slice(2);
const noise = startNoiseMeter();

switch (command) {
  case 'complete':
    await writeSection('Server', sections.Server(await measureRows(rows, complete)), noise);
    break;
  case 'rows': {
    const keys = argument.split(',');
    const chosen = rows.filter(({ key }) =>
      keys.some((wanted) => key === wanted || key.startsWith(`${wanted}-`)),
    );
    await measureRows(chosen, short);
    await noise.stop();
    break;
  }
  case 'pages': {
    const shop = await openShop({ products: 1000 });
    const lighthouse = argument === '--lighthouse';
    const pages = await measurePages(shop, { lighthouse, report: (page) => console.log(page) }).finally(
      shop.close,
    );
    await writeSection('Pages in the browser', sections['Pages in the browser'](pages), noise);
    break;
  }
  case 'growth': {
    const calls = await measureGrowth(argument || undefined, (call) =>
      console.log(grownCells(call).join(' | ')),
    );
    await writeSection('Growth', sections.Growth(calls), noise);
    break;
  }
  default:
    throw new Error(`Unknown command ${command}; see bench/README.md`);
}

/** Measures rows in a new shop and prints each. */
async function measureRows(chosen: Row[], extent: Extent): Promise<Measured[]> {
  const shop = await openShop({ products: 1000 });
  const measurement = createMeasurement(shop, noise, extent);
  const measured: Measured[] = [];
  try {
    for (const row of chosen) {
      const result = await measurement.measureRow(row);
      measured.push(result);
      console.log(rowCells(result).join(' | '));
    }
  } finally {
    await measurement.stop();
    await shop.close();
  }
  return measured;
}
