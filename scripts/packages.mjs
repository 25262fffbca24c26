import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withCheckoutLock } from './checkout-lock.mjs';
import { Failure, run, timed } from './run.mjs';

const PINNED_MAJOR = 24;

/** Installs the packages when they are missing or older than package-lock.json, and gives the Node to run on. */
export async function ensurePackages(root) {
  if (!areCurrent(root)) {
    await withCheckoutLock(root, async () => {
      if (!areCurrent(root)) await timed('Installing packages', () => install(root));
    });
  }
  return pinnedNode(root);
}

/** The environment in which the checkout's tools, and the Node they were made for, come first. */
export function toolEnvironment(root, more = {}) {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...more };
}

/** npm notes in node_modules what it installed, once it has finished. */
function areCurrent(root) {
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  const installed = lockedPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Failure('package-lock.json is missing: this is not a whole checkout.');
  if (!installed) return false;
  return Object.entries(wanted).every(([folder, { version, optional, devOptional, peer }]) => {
    if (folder === '') return true;
    const has = installed[folder];
    return has ? has.version === version : optional || devOptional || peer;
  });
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Not `npm ci`: it refuses a lock file that lacks packages made for other systems, and npm leaves those out where it
 * can't get them. The versions are those of the lock file all the same, which stays as it is.
 */
async function install(root) {
  const code = await npm(root, [
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0)
    throw new Failure('The packages could not be installed. Is the package registry reachable?');
  if (!areCurrent(root))
    throw new Failure('npm did not install what package-lock.json lists. Remove node_modules.');
}

async function pinnedNode(root) {
  const node = path.join(root, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(node)) return node;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath;
  // Where install scripts are switched off, Node's package has not put its binary in place.
  await npm(root, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (existsSync(node)) return node;
  throw new Failure(
    `Node ${PINNED_MAJOR} is missing in node_modules. Allow its install script: npm rebuild node`,
  );
}

/** The npm and the Node that run us, unless that Node lies in the folder to be replaced. */
function npm(root, args) {
  const { npm_execpath, npm_node_execpath, ...env } = process.env;
  const ours = path.join(root, 'node_modules') + path.sep;
  const PATH = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !`${folder}${path.sep}`.startsWith(ours))
    .join(path.delimiter);
  const options = { cwd: root, quiet: true, env: { ...env, PATH } };
  const isScript = npm_execpath?.endsWith('.js') && npm_node_execpath && !npm_node_execpath.startsWith(ours);
  return isScript ? run(npm_node_execpath, [npm_execpath, ...args], options) : run('npm', args, options);
}
