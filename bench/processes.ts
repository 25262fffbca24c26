import { readdirSync, readFileSync } from 'node:fs';

export type ProcessUse = {
  /** CPU milliseconds so far. */
  cpuMs: number;
  /** Memory in MB. */
  memory: number;
};

const tickMs = 10;
const pageBytes = 4096;

/** What the processes below `root` have used: those of PostgreSQL, and the others. Linux only: reads /proc. */
export function readUse(root: number): { server: ProcessUse; postgres: ProcessUse } {
  const all = readProcesses();
  const use = { server: { cpuMs: 0, memory: 0 }, postgres: { cpuMs: 0, memory: 0 } };
  for (const process of descendants(all, root)) {
    const part = process.name === 'postgres' ? use.postgres : use.server;
    // The connections of PostgreSQL are its child processes, which end.
    part.cpuMs += (process.ticks + (process.name === 'postgres' ? process.childTicks : 0)) * tickMs;
    part.memory += process.residentBytes / 2 ** 20;
  }
  return use;
}

type Process = ReturnType<typeof readProcesses>[number];

function descendants(all: Process[], root: number): Process[] {
  const children = all.filter(({ parent }) => parent === root);
  return children.flatMap((child) => [child, ...descendants(all, child.pid)]);
}

function readProcesses() {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    } catch {
      // It has ended.
      return [];
    }
    // The name is in parentheses and may contain spaces; the numbers follow it.
    const end = stat.lastIndexOf(')');
    const fields = stat
      .slice(end + 2)
      .split(' ')
      .map(Number);
    const field = (number: number) => fields[number - 3] ?? 0;
    return {
      pid: Number(pid),
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: field(4),
      ticks: field(14) + field(15),
      childTicks: field(16) + field(17),
      residentBytes: field(24) * pageBytes,
    };
  });
}
