import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
/** What scripts/debian-package.mjs copies to the image and to the Debian package. */
const [, listed = ''] = /const program = \[(.*?)\];/s.exec(read('scripts/debian-package.mjs')) ?? [];
const program = [...listed.matchAll(/'([\w./-]+)'/g)].map(([, name = '']) => name);

it('every file that the container files and the service name exists', () => {
  const dockerfile = read('Dockerfile');
  const named = [
    ...dockerfile.matchAll(/ \/haat\/([\w./-]+)/g),
    ...program.map((name) => ['', name]),
    ...dockerfile.matchAll(/"(scripts\/[\w.-]+)"/g),
    ...dockerfile.matchAll(/node (scripts\/[\w.-]+)/g),
    ...read('compose.yaml').matchAll(/\.\/(ops\/\w+)/g),
    ...read('docs/running.md').matchAll(/\b((?:ops|scripts)\/[a-z][\w.-]+\w)/g),
  ].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !file.startsWith('build/') && !existsSync(file))).toEqual([]);
});

it('the image and the package contain all of which the start compares the build', () => {
  const [, list = ''] = /const SOURCES = \[(.*?)\]/s.exec(read('scripts/build.mjs')) ?? [];
  const sources = [...list.matchAll(/'([\w.-]+)'/g)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((source) => !program.includes(source))).toEqual([]);
});

it.each([
  [200, 0],
  [503, 1],
])('the health check of a shop that replies with %i ends with %i', async (status, expected) => {
  const shop = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { port } = shop.address() as AddressInfo;
  const check = spawn(process.execPath, ['scripts/health-check.mjs'], { env: { PORT: String(port) } });
  const [code] = await once(check, 'close');
  shop.close();
  expect(code).toBe(expected);
});
