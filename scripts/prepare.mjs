import path from 'node:path';
import { ensureBuild, isCurrentBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { run } from './run.mjs';

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
