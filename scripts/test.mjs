// Runs on any installed Node, so it uses only features of Node 18.
import './machine.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensurePackages, toolEnvironment } from './packages.mjs';
import { Failure, run, stopOnFailure } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const results = path.join(root, 'test-results');
const withBrowser = !process.argv.includes('--no-browser');
// Runs races, random carts and recovery in full, and the long run (tests/long/run.ts).
const long = process.argv.includes('--long');
if (long) process.env.TEST_LONG = '1';
// Half of the test files load the same packages, each in a process of its own.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'compiled');
// No colours in log files.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
const memory = '/dev/shm';
const totals = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

// The tests that use tests/support/long-run.ts.
const longTests = [
  'server/db/prepared-statements.test.ts',
  ...['price', 'race', 'totals', 'provider-outage'].map((name) => `server/checkout/${name}.test.ts`),
  ...['backup', 'crash', 'outage', 'point-in-time', 'two-containers', 'upgrade-command'].map(
    (name) => `tests/${name}.test.ts`,
  ),
  'tests/worker-processes.test.ts',
];
const checks = [
  [
    'Format and lint',
    () =>
      tool('biome', 'ci', '--error-on-warnings', process.env.NO_COLOR ? '--colors=off' : '--colors=force'),
  ],
  ['Types of the routes', () => tool('react-router', 'typegen')],
  ['Types', () => tool('tsc', '--noEmit')],
  ['Layout rules', () => tool('depcruise', '--config', '.dependency-cruiser.mjs', ...RULED_FOLDERS)],
  ['Unused code', () => tool('knip')],
  ['Unit and API tests', () => vitest()],
  ['Known vulnerabilities', audit],
];
const longChecks = [
  ['Races, random carts and recovery', () => vitest(longTests)],
  ['Build', build],
  ['Long run', longRun],
];
const browserChecks = [
  ['Build', build],
  ['Browser journeys', playwright],
];
const RULED_FOLDERS = ['server', 'sandbox', 'postgres', 'shared', 'web', 'demo', 'tests', 'scripts'];

main().catch(stopOnFailure);

async function main() {
  const startedAt = Date.now();
  await ensurePackages(root);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  keepFilesInMemory();
  for (const [name, check] of chosenChecks()) {
    if (!(await step(name, check))) {
      totals.failed ||= 1;
      break;
    }
  }
  console.log(`Total time: ${seconds(startedAt)}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  if (totals.flaky > 0) console.log(`${totals.flaky} of them passed only on the second try: fix them`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

/**
 * Keeps temporary files in memory if there is plenty of it. Otherwise a fifth of the time of the tests is the file system
 * creating and deleting databases.
 */
function keepFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 8 * 1024 ** 3) return;
  const prefix = 'haat-tests-';
  const remove = (name) => rmSync(path.join(memory, name), { recursive: true, force: true });
  // Those of runs that were killed.
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isRunning(name.slice(prefix.length))) remove(name);
  const name = prefix + process.pid;
  process.env.TMPDIR = path.join(memory, name);
  // PostgreSQL runs as another user if the tests run as root.
  mkdirSync(process.env.TMPDIR, { mode: 0o755 });
  process.on('exit', () => remove(name));
}

function isRunning(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function chosenChecks() {
  if (long) return longChecks;
  return withBrowser ? [['Chromium', chromium], ...checks, ...browserChecks] : checks;
}

async function step(name, check) {
  const startedAt = Date.now();
  console.log(`\n── ${name}`);
  let problem = '';
  const passed = await check().catch((error) => {
    problem = error instanceof Failure ? `: ${error.message}` : `: ${error.stack}`;
    return false;
  });
  console.log(
    passed
      ? `── ${name}: passed in ${seconds(startedAt)}`
      : `── ${name}: FAILED after ${seconds(startedAt)}${problem}`,
  );
  return passed;
}

async function tool(name, ...args) {
  const file = path.join(root, 'node_modules', '.bin', name);
  return (await run(file, args, { cwd: root, env: toolEnvironment(root) })) === 0;
}

/** Runs before the slow checks, because it may ask a question. */
async function chromium() {
  const args = [path.join('scripts', 'chromium.ts'), ...process.argv.slice(2)];
  const env = toolEnvironment(root);
  return (await run(await ensurePackages(root), args, { cwd: root, env, stdio: 'inherit' })) === 0;
}

async function vitest(files = []) {
  const file = path.join(results, 'vitest.json');
  const passed = await tool(
    'vitest',
    'run',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const report = readReport(file);
  totals.passed += report?.numPassedTests ?? 0;
  totals.failed += report?.numFailedTests ?? 0;
  totals.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return passed;
}

async function build() {
  await ensureBuild(root, await ensurePackages(root));
  return true;
}

async function playwright() {
  const file = path.join(results, 'journeys.json');
  process.env.HAAT_JOURNEYS_REPORT = file;
  // Three for each of the two workers (tests/support/journey-ports.ts).
  process.env.HAAT_JOURNEYS_PORT ??= String(await freePorts(8));
  // Playwright sets FORCE_COLOR for its workers, and Node warns if both are set.
  delete process.env.NO_COLOR;
  const passed = await tool('playwright', 'test');
  const stats = readReport(file)?.stats;
  totals.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  totals.flaky += stats?.flaky ?? 0;
  totals.failed += stats?.unexpected ?? 0;
  totals.skipped += stats?.skipped ?? 0;
  return passed;
}

async function longRun() {
  const args = [path.join('tests', 'long', 'run.ts')];
  const env = toolEnvironment(root);
  return (await run(await ensurePackages(root), args, { cwd: root, env })) === 0;
}

/** Fails for known serious vulnerabilities of the packages of a shop. Many mirrors of the registry don't know them. */
async function audit() {
  const { status, stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 120_000,
  });
  const { metadata } = parseJson(stdout) ?? {};
  if (!metadata?.vulnerabilities) {
    console.log('The registry does not answer: known vulnerabilities were not checked.');
    return true;
  }
  console.log(JSON.stringify(metadata.vulnerabilities));
  if (status !== 0) console.log('Run npm audit for the details.');
  return status === 0;
}

function readReport(file) {
  return existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Finds consecutive free ports and returns the first. They are below the ephemeral ports, so that no other connection
 * uses them before the server starts.
 */
async function freePorts(count) {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });
}

function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
