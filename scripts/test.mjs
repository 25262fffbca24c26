// Runs on any installed Node, so it uses only features of Node 18.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensurePackages, toolEnvironment } from './packages.mjs';
import { Failure, run, stopOnFailure } from './run.mjs';
import { addJourneys, addUnitTests, printResult, totals } from './test-result.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const results = path.join(root, 'test-results');
const withBrowser = !process.argv.includes('--no-browser');
// The tests of `*.long.test.ts`, more races and random carts (tests/support/long-run.ts), and tests/long/run.ts.
const long = process.argv.includes('--long');
if (long) process.env.TEST_LONG = '1';
// Without the files that say they are slow.
else if (!withBrowser) process.env.TEST_QUICK = '1';
// Half of the test files load the same packages, each in a process of its own.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'compiled');
// No colours in log files.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
const memory = '/dev/shm';
const RULED_FOLDERS = ['server', 'sandbox', 'postgres', 'shared', 'web', 'demo', 'tests', 'scripts'];

/** Each group runs its checks side by side. The first group with a failure is the last one. */
const checks = [
  [
    ['Format and lint', () => quietTool('biome', 'ci', '--error-on-warnings')],
    ['Types', types],
    ['Layout rules', () => quietTool('depcruise', '--config', '.dependency-cruiser.mjs', ...RULED_FOLDERS)],
    ['Unused code', () => quietTool('knip')],
  ],
  [
    ['Unit and API tests', () => vitest('!pages')],
    ['Known vulnerabilities', audit],
  ],
];
const browserChecks = [
  [['Build', build]],
  // The shops of the journeys start while the page tests run.
  [
    ['Page tests', () => vitest('pages')],
    ['Browser journeys', journeys],
  ],
];
const longChecks = [
  [['Chromium', chromium]],
  [['Long tests', () => vitest('!pages')]],
  [['Build', build]],
  [['Long journeys', journeys]],
  [['Long run', longRun]],
];

main().catch(stopOnFailure);

async function main() {
  const startedAt = Date.now();
  await ensurePackages(root);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  keepFilesInMemory();
  for (const group of chosenChecks()) {
    const passed = await Promise.all(group.map(([name, check]) => stage(name, check)));
    if (!passed.every(Boolean)) {
      totals.failed ||= 1;
      break;
    }
  }
  printResult(startedAt);
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
  return withBrowser ? [[['Chromium', chromium]], ...checks, ...browserChecks] : checks;
}

/** Runs a check and prints how long it took. Returns whether it passed. */
async function stage(name, check) {
  const startedAt = Date.now();
  console.log(`── ${name} …`);
  let problem = '';
  const passed = await check().catch((error) => {
    problem = error instanceof Failure ? `: ${error.message}` : `: ${error.stack}`;
    return false;
  });
  const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(passed ? `── ${name}: passed in ${took}` : `── ${name}: FAILED after ${took}${problem}`);
  return passed;
}

async function tool(name, args, options) {
  const file = path.join(root, 'node_modules', '.bin', name);
  return (await run(file, args, { cwd: root, env: toolEnvironment(root), ...options })) === 0;
}

/** A tool that runs beside others: what it prints is shown if it fails. */
const quietTool = (name, ...args) => tool(name, args, { quiet: true });

async function types() {
  return (await quietTool('react-router', 'typegen')) && quietTool('tsc', '--noEmit', '--checkers', '2');
}

/** Runs before the slow checks, because it may ask a question. */
async function chromium() {
  const args = [path.join('scripts', 'chromium.ts'), ...process.argv.slice(2)];
  const env = toolEnvironment(root);
  return (await run(await ensurePackages(root), args, { cwd: root, env, stdio: 'inherit' })) === 0;
}

async function vitest(project) {
  const file = path.join(results, `vitest-${project.replace('!', 'without-')}.json`);
  const passed = await tool('vitest', [
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  addUnitTests(root, file);
  return passed;
}

async function build() {
  await ensureBuild(root, await ensurePackages(root));
  return true;
}

async function journeys() {
  const file = path.join(results, 'journeys.json');
  process.env.HAAT_JOURNEYS_REPORT = file;
  // Playwright sets FORCE_COLOR for its workers, and Node warns if both are set.
  delete process.env.NO_COLOR;
  const passed = await tool('playwright', ['test']);
  addJourneys(file);
  return passed;
}

async function longRun() {
  const args = [path.join('tests', 'long', 'run.ts')];
  const env = toolEnvironment(root);
  return (await run(await ensurePackages(root), args, { cwd: root, env })) === 0;
}

/** Fails for known serious vulnerabilities of the packages of a shop. Many mirrors of the registry don't know them. */
async function audit() {
  const args = ['audit', '--omit', 'dev', '--audit-level=high', '--json'];
  const { error, stdout } = await new Promise((resolve) => {
    execFile('npm', args, { cwd: root, timeout: 120_000 }, (error, stdout) => resolve({ error, stdout }));
  });
  const found = vulnerabilitiesIn(stdout);
  if (!found) console.log('The registry does not answer: known vulnerabilities were not checked.');
  else if (error) console.log(`${JSON.stringify(found)}: npm audit has the details.`);
  return !found || !error;
}

function vulnerabilitiesIn(report) {
  try {
    return JSON.parse(report).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}
