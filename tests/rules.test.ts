import { createHash } from 'node:crypto';
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

// Others are no settings: how a script was called, and variables of PostgreSQL, which are removed.
test('only server/config.ts reads the environment', () => {
  expect(
    containing(
      without(product, /^server\/(config|runtime\/command-line|db\/postgres-variables)\.ts$/),
      /\bprocess\.env\b/,
    ),
  ).toEqual([]);
});

test('the product runs nothing of scripts/, which is for people', () => {
  expect(containing(without(product, /^web\//), /['"`]scripts['"`/]/)).toEqual([]);
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
  const elsewhere = without(
    product,
    /^shared\/money\.ts$|^server\/(main|backup\/backup-process)\.ts$|^web\//,
  );
  expect(containing(elsewhere, /\.toFixed\(|\bparseFloat\(/)).toEqual([]);
  const all = without(product, /^shared\/money\.ts$/);
  expect(containing(all, /Math\.(round|floor|ceil|trunc)\([^\n]*([pP]aise|[pP]rice|[rR]upee)/)).toEqual([]);
});

test('only shared/money.ts formats amounts, so that an amount looks the same everywhere', () => {
  const elsewhere = without(product, /^shared\/money\.ts$|^sandbox\//);
  expect(containing(elsewhere, /₹\$?\{|₹['"`] ?\+|style: 'currency'/)).toEqual([]);
});

test('only shared/orders/order-number.ts derives order numbers, so that an order has one number everywhere', () => {
  const elsewhere = without(product, /^shared\/orders\/order-number\.ts$|^sandbox\//);
  expect(containing(elsewhere, /\.slice\(-6\)/)).toEqual([]);
});

test('files are short: 400 lines, tests 500', () => {
  const long = files
    .filter(isCode)
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ file, lines }) => lines > (isTest(file) ? 500 : 400));
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

/** The migrations up to this one make an empty database. */
const UNCHECKED = '0002';

/** Statements that lock a table while PostgreSQL reads or writes all its rows; `unless` the table is new. */
const LOCKING: { rule: string; pattern: RegExp }[] = [
  {
    rule: 'build the index before the release, or on a new table',
    pattern: /\bcreate (?:unique )?index\b[^;]*? on (?<table>\w+)/g,
  },
  {
    rule: 'add a constraint as not valid, and validate it in a later migration',
    pattern:
      /\balter table (?<table>\w+)(?![^;]*\bnot valid\b)[^;]*?\badd (?:constraint\b|check\b|unique\b|primary key\b|foreign key\b)/g,
  },
  {
    rule: 'add a column without a volatile default, and fill it in batches',
    pattern:
      /\balter table (?<table>\w+)[^;]*?\badd (?:column )?[^;]*?(?:default (?:gen_random_uuid|random|clock_timestamp|nextval)|\b(?:big|small)?serial\b|generated always as [^;]*stored)/g,
  },
  {
    rule: 'validate a check "is not null" first; then "set not null" reads no rows',
    pattern: /\balter table (?<table>\w+)[^;]*?\bset not null/g,
  },
  {
    rule: 'add a new column instead of changing the type',
    pattern: /\balter table (?<table>\w+)[^;]*?\balter (?:column )?\w+ (?:set data )?type\b/g,
  },
  {
    rule: 'change rows in batches, by a job',
    pattern: /\b(?:update (?:only )?(?<table>\w+) set\b(?![^;]*\bwhere\b)|delete from (?<other>\w+)\s*;)/g,
  },
  { rule: 'never rewrite a table', pattern: /\b(?:vacuum full|cluster|lock table) ?(?<table>\w*)/g },
];

/** What of a migration may lock a large table for long. A comment `-- small table: …` above a statement permits it. */
function longLocks(text: string): string[] {
  const sql = text
    .replace(/--\s*small table:[^\n]*\n[^;]*;/g, '')
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
    .toLowerCase();
  const created = new Set(
    [...sql.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  );
  return LOCKING.flatMap(({ rule, pattern }) =>
    [...sql.matchAll(pattern)]
      .map(({ groups }) => groups?.table ?? groups?.other ?? '')
      .filter((table) => !created.has(table))
      .map((table) => `${table}: ${rule}`),
  );
}

/** The beginnings of the SHA-256 of the migrations. A new migration gets a line; the others never change. */
const MIGRATIONS: Record<string, string> = {
  '0001_schema.sql': '1b4b3793866753ba',
  '0002_functions.sql': 'c328b42ba6371f4c',
  '0003_places_without_proof.sql': '4182d4f477dd5ef4',
  '0004_open_for_business.sql': '9b82e4e27d2d1e91',
  '0005_product_details.sql': 'fa2a0f452496f2c0',
  '0006_moved_shops.sql': '1d8eb6bfb01364f9',
  '0007_look_of_the_shop.sql': '7f0c6e7786297c9e',
};

test('no migration is edited, not even its comments: a shop that has applied it would not start', () => {
  const found = readdirSync('migrations').map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(path.join('migrations', file)))
      .digest('hex')
      .slice(0, 16),
  ]);
  expect(Object.fromEntries(found)).toEqual(MIGRATIONS);
});

test('no new migration locks a table with a million rows for long', () => {
  const found = files
    .filter((file) => file.startsWith('migrations/') && path.basename(file).slice(0, 4) > UNCHECKED)
    .flatMap((file) => longLocks(readFileSync(file, 'utf8')).map((problem) => `${file} ${problem}`));
  expect(found).toEqual([]);
});

test('the rule of migrations knows what locks a table', () => {
  expect(
    longLocks(`create table gifts (id uuid primary key); create index gifts_newest on gifts (id);
    alter table orders add column gift text not null default ''; drop index orders_newest;
    alter table orders add constraint positive check (amount_paise > 0) not valid;
    update orders set gift = '' where id = 'x';
    -- small table: one row
    update site_info set settings = '{}';`),
  ).toEqual([]);
  for (const statement of [
    'create unique index orders_gift on orders (gift);',
    'alter table orders add constraint positive check (amount_paise > 0);',
    'alter table orders add column key uuid default gen_random_uuid();',
    'alter table orders alter column gift set not null;',
    'alter table orders alter column gift type int;',
    "update orders set gift = '';",
    'delete from orders;',
  ])
    expect(longLocks(statement), statement).toEqual([expect.stringMatching(/^orders: /)]);
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
      .every((text) => free.test(text));
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
