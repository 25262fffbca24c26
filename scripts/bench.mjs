// Runs on any installed Node, so it uses only features of Node 18.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensurePackages, toolEnvironment } from './packages.mjs';
import { run, stopOnFailure } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
ensurePackages(root)
  .then(async (node) => {
    await ensureBuild(root, node);
    const args = [path.join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
    process.exit(await run(node, args, { cwd: root, env: toolEnvironment(root) }));
  })
  .catch(stopOnFailure);
