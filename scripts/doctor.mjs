// Checks what usually goes wrong, with a shop that runs or not, and says how to fix it. Ends with 1 if there are errors.
//   npm run doctor
// Runs on any installed Node, so it uses only features of Node 18.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCurrentBuild } from './build.mjs';
import { areCurrent, pinnedNode } from './packages.mjs';
import { Failure, run, stopOnFailure } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

check()
  .then((code) => {
    process.exitCode = code;
  })
  .catch(stopOnFailure);

async function check() {
  if (!areCurrent(root, { forDevelopment: false }))
    throw new Failure('error    The packages are not those of this version. The next start installs them.');
  console.log(
    isCurrentBuild(root)
      ? 'ok       The packages and the built pages are those of this version.'
      : 'warning  The pages are not built from these sources. The next start builds them.',
  );
  return run(await pinnedNode(root), [path.join(root, 'scripts', 'check-shop.ts')]);
}
