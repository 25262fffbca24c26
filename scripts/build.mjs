import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.mjs';
import { ensurePackages, toolEnvironment } from './packages.mjs';
import { Failure, run, stopOnFailure, timed } from './run.mjs';

const SOURCES = [
  'web',
  'shared',
  'public',
  'vite.config.ts',
  'scripts/settings-labels.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const KEEP_OLD_ASSETS_MS = 7 * 24 * 3600 * 1000;

/** Whether the build matches the sources. */
export function isCurrentBuild(root) {
  return isBuilt(root, hashOf(root));
}

/** Installs the packages and builds the pages, unless they are those of this version. Returns the path of Node to use. */
export async function prepare(root, { isDevelopment = false } = {}) {
  const needsBuild = !isDevelopment && !isCurrentBuild(root);
  // A shop that is built elsewhere, such as in a container, needs no packages of developers.
  const node = await ensurePackages(root, { forDevelopment: isDevelopment || needsBuild });
  if (!needsBuild) return node;
  // A build takes time, so problems that prevent a start are reported before.
  const check = await run(node, [path.join(root, 'scripts', 'check-start.ts')]);
  if (check !== 0) process.exit(check);
  await ensureBuild(root, node);
  return node;
}

/** Builds the pages if their sources have changed since the last build. */
export async function ensureBuild(root, node) {
  const sources = hashOf(root);
  if (isBuilt(root, sources)) return;
  await withCheckoutLock(root, async () => {
    if (!isBuilt(root, sources)) await timed('Building the pages', () => build(root, node, sources));
  });
}

function isBuilt(root, sources) {
  const stamp = path.join(root, 'build', '.haat-sources');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

function hashOf(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesIn(path.join(root, source))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesIn(source) {
  const found = statSync(source, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [source];
  return readdirSync(source)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesIn(path.join(source, name)));
}

/** Creates the build in a separate folder and then replaces the old one, because a shop may be using it. */
async function build(root, node, sources) {
  const next = path.join(root, 'build', '.next');
  rmSync(next, { recursive: true, force: true });
  const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const env = toolEnvironment(root, { NODE_ENV: 'production', HAAT_BUILD_DIR: path.join('build', '.next') });
  const code = await run(node, [reactRouter, 'build', '--logLevel', 'warn'], { cwd: root, env, quiet: true });
  if (code !== 0) throw new Failure('The pages could not be built; see the errors above.');
  rmSync(path.join(root, 'build', '.haat-sources'), { force: true });
  keepOldAssets(path.join(root, 'build', 'client', 'assets'), path.join(next, 'client', 'assets'));
  for (const part of ['client', 'server']) replace(path.join(root, 'build', part), path.join(next, part));
  rmSync(next, { recursive: true, force: true });
  writeFileSync(path.join(root, 'build', '.haat-sources'), sources);
}

/** Open pages still request files of the previous build; names contain a hash, so both builds share one folder. */
function keepOldAssets(before, after) {
  if (!existsSync(before)) return;
  mkdirSync(after, { recursive: true });
  for (const name of readdirSync(before)) {
    const file = path.join(before, name);
    const isRecent = Date.now() - statSync(file).mtimeMs < KEEP_OLD_ASSETS_MS;
    if (isRecent && !existsSync(path.join(after, name))) linkSync(file, path.join(after, name));
  }
}

function replace(current, next) {
  const old = `${current}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, old);
  renameSync(next, current);
  rmSync(old, { recursive: true, force: true });
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] === thisFile) {
  const root = path.dirname(path.dirname(thisFile));
  ensurePackages(root)
    .then((node) => ensureBuild(root, node))
    .catch(stopOnFailure);
}
