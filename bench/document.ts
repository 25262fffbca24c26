import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Grown } from './growth.ts';
import { machine, type NoiseMeter } from './machine.ts';
import type { Measured } from './measure.ts';
import type { MeasuredPage } from './pages.ts';
import { rows } from './rows.ts';

const root = path.dirname(import.meta.dirname);
const file = path.join(root, 'docs', 'benchmarks.md');

/** By the keys of rows: figures of commit f2b6502. */
const firstFigures: Record<string, string> = {
  home: '6,650',
  listing: '5,810',
  product: '6,830',
  'new-listing': '22–27',
  'new-search': '22–27',
  'not-found': '93',
  'api-product': '590',
  'api-list': '179',
  'api-search': '195',
  'orders-1': '7.4',
  'orders-16': '24',
  'memory-first': '590',
  'memory-api': '1,440',
  start: '2,000–2,700',
};

/** The tables of docs/benchmarks.md, by their headings. */
export const sections = {
  Server: (measured: Measured[]) => {
    const requests = measured.find(({ key }) => key === 'memory-mixed')?.median.requests ?? 0;
    return [
      '1,000 products, 16 connections. CPU: milliseconds of the server + of PostgreSQL for each reply or paid order.',
      table(
        ['', 'Goal', 'Before', 'Measured', 'Limit', 'Ratio', 'CPU', 'Spread', 'Reached'],
        measured.map(rowCells),
      ),
      `Mixed requests: ${requests.toLocaleString('en')}.`,
      'Before: commit f2b6502, measured once from outside with another load generator on a machine of the same kind.',
    ];
  },
  'Pages in the browser': (pages: MeasuredPage[]) => [
    'Chromium with the screen of a phone, CPU 4 times slower and slow 4G. JavaScript is counted compressed, TBT from the first paint on. Lighthouse computes its LCP and TBT for a simulated phone and network. 1 KB is 1,024 bytes, as in the tests.',
    'Goals: HTML ≤ 60 KB; JavaScript ≤ 30 KB at first and ≤ 90 KB after the acts; LCP ≤ 1.5 s; TBT ≤ 200 ms; no task over 50 ms; INP ≤ 100 ms; Lighthouse ≥ 95 (performance / accessibility / best practices / SEO).',
    table(
      ['Page', ...Object.keys(pages[0]?.figures ?? {})],
      pages.map(({ name, figures }) => [name, ...Object.values(figures)]),
    ),
    'Before: commit f2b6502, measured once from outside on a machine of the same kind: HTML 100 to 140 KB (compressed 13 to 17 KB), of which inline script 20 KB; JavaScript at first 126, 128 and 130 KB; Lighthouse 75, 78 and 80, with 100 for the others; Lighthouse LCP 1.6 to 1.8 s, TBT 0.8 to 1.3 s.',
  ],
  Growth: (calls: Grown[]) => {
    const missed = calls.filter(({ ratio }) => ratio > 1.5);
    return [
      'CPU milliseconds of one call, server + PostgreSQL, with 1,000 products and 1,000 orders, and with 100,000 products and 1,000,000 orders. Goal: a ratio of at most 1.5.',
      `${calls.length - missed.length} of ${calls.length} calls reach it. The others:`,
      table(['', 'Small', 'Large', 'Ratio'], missed.map(grownCells)),
    ];
  },
};

/** Replaces a section of docs/benchmarks.md. Ends the noise meter. */
export async function writeSection(
  title: keyof typeof sections,
  parts: string[],
  noise: NoiseMeter,
): Promise<void> {
  // More than once, because the first is the measure of the others.
  for (let i = 0; i < 5; i++) await noise.measure();
  await noise.stop();
  const measured = `Measured: commit ${describeCommit()}, ${new Date().toISOString().slice(0, 10)}, ${machine()}. The fixed calculation took at most ${noise.worst().toFixed(2)} times its best duration.`;
  const text = await readFile(file, 'utf8');
  const written = text
    .trimEnd()
    .split(/\n\n(?=## )/)
    .map((section) =>
      section.startsWith(`## ${title}\n`) ? [`## ${title}`, ...parts, measured].join('\n\n') : section,
    );
  await writeFile(file, `${written.join('\n\n')}\n`);
}

/** The commit, and whether files differ from it. */
function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '');
}

function table(head: string[], lines: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

/** The cells of a row of the server table. */
export function rowCells({ key, median, spread }: Measured): string[] {
  const row = rows.find((known) => known.key === key);
  const { limit = 0, serverMs, postgresMs = 0 } = median;
  const figure = median.perSecond ?? median.ms ?? median.MB ?? 0;
  return [
    row?.name ?? key,
    row?.goal ?? '',
    firstFigures[key] ?? '',
    `${format(figure)} ${row?.unit ?? ''}`,
    limit ? format(limit) : '',
    limit ? (figure / limit).toFixed(2) : '',
    serverMs === undefined ? '' : `${serverMs.toFixed(2)} + ${postgresMs.toFixed(2)}`,
    `${Math.round(spread * 100)}%`,
    row?.isReached(figure, limit) ? 'yes' : 'no',
  ];
}

const format = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** The cells of a call in the growth table. */
export function grownCells({ name, small, large, ratio }: Grown): string[] {
  const cpu = ({ server, postgres }: Grown['small']) => `${server.toFixed(2)} + ${postgres.toFixed(2)}`;
  return [name, cpu(small), cpu(large), ratio.toFixed(2)];
}
