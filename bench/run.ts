// npm run bench: README.md lists the commands, docs/performance.md says why each figure has a limit beside it.
import path from 'node:path';
import { withCheckout } from './checkout.ts';
import { writeDocument } from './document.ts';
import { measureGrowth } from './growth.ts';
import { machine, startNoiseMeter } from './machine.ts';
import { measureMechanisms } from './mechanisms.ts';
import { measurePages } from './pages.ts';
import { growthHead, growthLine } from './report.ts';
import { describeCommit, type Results, saveResults } from './results.ts';
import { measureRush } from './rush.ts';
import { measureSearch } from './search.ts';
import { openShop } from './shop.ts';
import { extents, measureTable, today } from './table.ts';
import { measureWorkers } from './workers.ts';

const root = path.dirname(import.meta.dirname);
const [command = 'complete', ...args] = process.argv.slice(2);
const [argument = ''] = args;
const all = () => true;

switch (command) {
  case 'complete': {
    const after = await measureTable(root, { extent: extents.complete, isWanted: all, profiles: true });
    await save({ after });
    await measureSearch();
    break;
  }
  case 'search':
    await measureSearch();
    break;
  case 'before':
    await withCheckout(root, argument, async (old) => {
      const before = await measureTable(old, { extent: extents.complete, isWanted: all, profiles: true });
      await save({ before, pagesBefore: await pages(old, args.includes('--lighthouse')) });
    });
    break;
  case 'quick':
    await measureTable(root, { extent: extents.quick, isWanted: all, profiles: false });
    break;
  case 'rows': {
    const wanted = argument.split(',');
    const isWanted = ({ key }: { key: string }) =>
      wanted.some((each) => key === each || key.startsWith(`${each}-`));
    await measureTable(root, { extent: extents.quick, isWanted, profiles: false });
    break;
  }
  case 'pages':
    await save({ pages: await pages(root, args.includes('--lighthouse')) });
    break;
  case 'growth': {
    console.log(growthHead);
    const noise = startNoiseMeter();
    const calls = await measureGrowth(root, argument || undefined, (line) => console.log(growthLine(line)));
    await save({ growth: { ...(await circumstances(root, noise)), calls } });
    break;
  }
  case 'rush':
    await measureRush(root, Number(argument || 2000));
    break;
  case 'mechanisms':
    await measureMechanisms();
    break;
  case 'workers':
    await measureWorkers(root);
    break;
  default:
    throw new Error(`Unknown command ${command}; see bench/README.md`);
}

async function pages(checkout: string, lighthouse: boolean) {
  const noise = startNoiseMeter();
  const shop = await openShop({ root: checkout, products: 1000 });
  try {
    const report = ({ name, figures }: { name: string; figures: Record<string, string> }) =>
      console.log(
        `${name}: ${Object.entries(figures)
          .map((figure) => figure.join(' '))
          .join('; ')}`,
      );
    const measured = await measurePages(shop, { lighthouse, report });
    return { ...(await circumstances(checkout, noise)), pages: measured };
  } finally {
    await shop.close();
  }
}

/** Ends the noise meter. */
async function circumstances(checkout: string, noise: ReturnType<typeof startNoiseMeter>) {
  // More than once, because the first is the measure of the others.
  for (let i = 0; i < 5; i++) await noise.measure();
  await noise.stop();
  return { commit: describeCommit(checkout), date: today(), machine: machine(), noise: noise.worst() };
}

async function save(changed: Results): Promise<void> {
  await writeDocument(await saveResults(changed));
}
