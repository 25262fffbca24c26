import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Row } from './rows.ts';

export type Profile = { name: string; top: { function: string; share: number }[] };

type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** The ids of the nodes that ran, with the microseconds since the sample before. */
  samples: number[];
  timeDeltas: number[];
  /** Microseconds on the clock of `process.hrtime`. */
  startTime: number;
};

/** Which functions use the CPU of the request thread under the load of a row: the ten with the most time of their own. */
export async function profileRow(
  row: Row,
  /** Starts a server that writes its profile to this folder when it stops. */
  open: (folder: string) => Promise<{ load(): Promise<unknown>; close(): Promise<unknown> }>,
): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-profile-'));
  try {
    const { load, close } = await open(folder);
    const startedAt = process.hrtime.bigint();
    await load();
    const endedAt = process.hrtime.bigint();
    await close();
    const profile = JSON.parse(await readFile(await largestFile(folder), 'utf8')) as CpuProfile;
    return { name: row.name, top: topTen(profile, Number(startedAt / 1000n), Number(endedAt / 1000n)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The start script and the worker threads write small profiles of their own. */
async function largestFile(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  if (!largest) throw new Error('The shop wrote no profile');
  return largest.file;
}

function topTen({ nodes, samples, timeDeltas, startTime }: CpuProfile, from: number, to: number) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map<string, number>();
  let time = startTime;
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    time += delta;
    const name = names.get(id) ?? '';
    if (time < from || time > to || name === '(idle)') continue;
    own.set(name, (own.get(name) ?? 0) + delta);
    total += delta;
  }
  return [...own]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([name, us]) => ({ function: name, share: us / total }));
}

/** A function with its package, its file below the checkout, or `build` for the pages, whose build has one file. */
function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)';
  if (!url) return name;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  const file = /\/((?:server|shared|sandbox)\/.*)$/.exec(url)?.[1];
  if (url.includes('/build/')) return `${name} (build)`;
  return `${name} (${inPackage ?? (file ? `${file}:${lineNumber + 1}` : url)})`;
}
