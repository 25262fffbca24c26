import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withCheckoutLock } from './checkout-lock.mjs';
import { Failure, run, timed } from './run.mjs';

const PINNED_MAJOR = 24;

/** Installs the packages unless areCurrent says so. Returns the path of Node to use. */
export async function ensurePackages(root, { forDevelopment = true } = {}) {
  const isInstalled = () => areCurrent(root, { forDevelopment });
  if (!isInstalled()) {
    await withCheckoutLock(root, async () => {
      if (!isInstalled()) await timed('Installing packages', () => install(root));
    });
  }
  return pinnedNode(root);
}

/** The environment with the tools and the Node of the checkout first in PATH. */
export function toolEnvironment(root, more = {}) {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...more };
}

/**
 * Whether the packages match package-lock.json. npm writes a list to node_modules when it has finished an installation.
 * `forDevelopment`: also those that a built shop does not need.
 */
export function areCurrent(root, { forDevelopment }) {
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  const installed = lockedPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Failure('package-lock.json is missing: this is not a whole checkout.');
  if (!installed) return false;
  return Object.entries(wanted).every(([folder, locked]) => {
    if (folder === '' || (locked.dev && !forDevelopment)) return true;
    const has = installed[folder];
    return has ? has.version === locked.version : !isNeededHere(locked);
  });
}

/** Whether an optional package contains native code for this platform, which its manifest names. */
function isNeededHere({ optional, peer, os, cpu, libc }) {
  if (!optional) return !peer;
  return Boolean(
    os?.includes(process.platform) &&
      cpu?.includes(process.arch) &&
      (process.platform !== 'linux' || !libc || libc.includes(cLibrary())),
  );
}

function cLibrary() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm skips optional packages that need a newer Node than its own, so it runs on a new one. */
async function install(root) {
  const borrowed = path.join(root, 'build', '.node');
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    const node = newEnoughNode(root) ?? (await borrowNode(root, borrowed));
    if ((await npm(root, ['ci', ...options], node)) !== 0)
      throw new Failure('The packages could not be installed. Is the package registry reachable?');
  } finally {
    rmSync(borrowed, { recursive: true, force: true });
  }
  if (!areCurrent(root, { forDevelopment: true }))
    throw new Failure(
      'npm left out some of what package-lock.json lists. Remove node_modules and start again.',
    );
}

/** The Node of the machine, if it is new enough. One in node_modules would be removed while npm runs on it. */
function newEnoughNode(root) {
  const candidates = [process.execPath, process.env.npm_node_execpath].filter(
    (file) => file && !isInstalledIn(root, file),
  );
  return candidates.find((file) => majorOf(file) >= PINNED_MAJOR);
}

/** Downloads only the pinned Node, from the package that its installer would use on this platform. */
async function borrowNode(root, folder) {
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies.node;
  console.log(`Fetching Node ${version} to install with`);
  return fetchNode(root, folder, version);
}

/**
 * Downloads a version of Node into a folder with the current npm and Node. Returns the path of the executable.
 */
export async function fetchNode(root, folder, version) {
  const family = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${family}-${process.platform}-${process.arch}`;
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  mkdirSync(folder, { recursive: true });
  const code = await npm(root, ['install', '--prefix', folder, ...options, `${name}@${version}`]);
  if (code !== 0)
    throw new Failure(`Node ${version} could not be fetched. Is the package registry reachable?`);
  return path.join(folder, 'node_modules', name, 'bin', 'node');
}

/** The path of the Node to use: that of the packages, or else the one that runs this script. */
export async function pinnedNode(root) {
  const node = path.join(root, 'node_modules', 'node', 'bin', 'node');
  if (majorOf(node) >= PINNED_MAJOR) return node;
  if (majorOf(process.execPath) >= PINNED_MAJOR) return process.execPath;
  // Where install scripts are switched off, Node's package has not put its binary in place.
  await npm(root, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (majorOf(node) >= PINNED_MAJOR) return node;
  throw new Failure(
    `Node ${PINNED_MAJOR} is missing in node_modules. Allow its install script: npm rebuild node`,
  );
}

/** 0 where the file is missing or does not run on this machine. */
function majorOf(node) {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0]);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

function isInstalledIn(root, file) {
  return file.startsWith(path.join(root, 'node_modules') + path.sep);
}

/** Runs npm, on `node` where one is given, else on the Node that runs us unless that one is to be replaced. */
function npm(root, args, node) {
  const { npm_execpath, npm_node_execpath = '', ...env } = process.env;
  const folders = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !isInstalledIn(root, `${folder}/`));
  const PATH = [...(node ? [path.dirname(node)] : []), ...folders].join(path.delimiter);
  const options = { cwd: root, quiet: true, env: { ...env, PATH } };
  const runner = node ?? (isInstalledIn(root, npm_node_execpath) ? '' : npm_node_execpath);
  const isScript = npm_execpath?.endsWith('.js') && runner;
  return isScript ? run(runner, [npm_execpath, ...args], options) : run('npm', args, options);
}
