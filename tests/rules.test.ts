import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rules of the layout that are about the text and the names of files; imports are ruled by dependency-cruiser. */
const FOLDERS = [
  'server',
  'sandbox',
  'postgres',
  'shared',
  'web',
  'demo',
  'tests',
  'scripts',
  'bench',
  'migrations',
];
const files = FOLDERS.flatMap(filesIn);
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');
const isCode = (file: string) => /\.(ts|tsx|mjs|js)$/.test(file) && file !== 'server/db/schema.ts';
const product = files.filter(
  (file) => isCode(file) && !isTest(file) && /^(server|sandbox|postgres|shared|web)\//.test(file),
);

test('only server/config.ts reads the environment', () => {
  expect(containing(without(product, /^server\/config\.ts$/), /\bprocess\.env\b/)).toEqual([]);
});

test('SQL is only in queries, reports and db', () => {
  const elsewhere = without(
    product,
    /^server\/db\/|^postgres\/|^server\/reports\/|^server\/.*\/queries\/|(^|[/-])queries\.ts$/,
  );
  const sql = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
  expect(containing(elsewhere, sql)).toEqual([]);
});

test('only shared/money.ts rounds amounts', () => {
  const elsewhere = without(product, /^shared\/money\.ts$|^server\/main\.ts$|^web\//);
  expect(containing(elsewhere, /\.toFixed\(|\bparseFloat\(/)).toEqual([]);
  const all = without(product, /^shared\/money\.ts$/);
  expect(containing(all, /Math\.(round|floor|ceil|trunc)\([^\n]*([pP]aise|[pP]rice|[rR]upee)/)).toEqual([]);
});

test('only shared/money.ts formats amounts, so that an amount looks the same everywhere', () => {
  const elsewhere = without(product, /^shared\/money\.ts$|^sandbox\//);
  expect(containing(elsewhere, /₹\$?\{|₹['"`] ?\+|style: 'currency'/)).toEqual([]);
});

test('only shared/order-number.ts derives order numbers, so that an order has one number everywhere', () => {
  const elsewhere = without(product, /^shared\/order-number\.ts$|^sandbox\//);
  expect(containing(elsewhere, /\.slice\(-6\)/)).toEqual([]);
});

test('files are short: 300 lines, tests 500', () => {
  const long = files
    .filter(isCode)
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ file, lines }) => lines > (isTest(file) ? 500 : 300));
  expect(long).toEqual([]);
});

test('file names are in kebab-case', () => {
  const allowed = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$|^\d{4}_[a-z0-9_]+\.sql$/;
  const named = files
    .filter((file) => /\.(ts|tsx|mjs|js|css|sql)$/.test(file))
    .map((file) => path.basename(file));
  expect(named.filter((name) => !allowed.test(name))).toEqual([]);
  expect(files.map((file) => path.dirname(file)).filter((folder) => /[A-Z ]/.test(folder))).toEqual([]);
});

test('no two files of a folder differ by extension or plural only', () => {
  const singular = (file: string) =>
    file
      .replace(/(\.d)?\.[a-z]+$/, '')
      .replace(/ies$/, 'y')
      .replace(/s$/, '');
  const code = files.filter((file) => isCode(file) && !isTest(file));
  const alike = Object.values(Object.groupBy(code, singular)).filter((group) => group && group.length > 1);
  expect(alike).toEqual([]);
});

test('no folder or file has a name that says nothing, such as utils', () => {
  const heap =
    /(^|\/)(utils?|helpers?|common|lib|services)(\/|\.[a-z]+$)|(^|\/)(types|constants|index)\.(ts|tsx)$/;
  expect(files.filter((file) => heap.test(file))).toEqual([]);
});

test('no code is postponed, disabled or silenced', () => {
  const self = /^tests\/rules\.test\.ts$/;
  const code = without(files.filter(isCode), self);
  expect(
    containing(code, /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\b(test|it|describe)\.(only|skip|todo)\(/),
  ).toEqual([]);
});

test('the licences of all packages permit commercial use (T-HDR-08)', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { license?: string; dev?: boolean }>;
  };
  const free = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)$/;
  // sharp's image library is linked, not changed; png-js forgot to name in its package.json the MIT of its LICENSE.
  const known = /^node_modules\/(@img\/sharp-[\w-]+|png-js)$/;
  const isFree = (license = '') =>
    license
      .replace(/[()]/g, '')
      .split(/ AND | OR /)
      .every((each) => free.test(each));
  const others = Object.entries(packages).filter(
    ([name, { license, dev }]) => name && !dev && !known.test(name) && !isFree(license),
  );
  expect(others).toEqual([]);
});

function containing(candidates: string[], pattern: RegExp): string[] {
  return candidates.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

function without(candidates: string[], pattern: RegExp) {
  return candidates.filter((file) => !pattern.test(file));
}

function filesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}
