import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Grown } from './growth.ts';
import type { Measured } from './measure.ts';
import type { MeasuredPage } from './pages.ts';
import type { Profile } from './profile.ts';

/** Where and when figures were measured. */
export type Circumstances = { commit: string; date: string; machine: string; noise: number };
export type RowResults = Circumstances & { rows: Measured[]; profiles: Profile[] };

/** The last results of each command, from which docs/benchmarks.md is generated. */
export type Results = {
  before?: RowResults;
  after?: RowResults;
  growth?: Circumstances & { calls: Grown[] };
  pagesBefore?: Circumstances & { pages: MeasuredPage[] };
  pages?: Circumstances & { pages: MeasuredPage[] };
};

const file = path.join(import.meta.dirname, 'results.json');

export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Results;
}

/** Replaces the results of some commands. Returns all. */
export async function saveResults(changed: Results): Promise<Results> {
  const results = { ...(await readResults()), ...changed };
  // Four digits are enough, and keep the file small.
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  await writeFile(file, `${JSON.stringify(results, round, 2)}\n`);
  return results;
}

/** The commit of a checkout, and whether files differ from it. */
export function describeCommit(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '');
}
