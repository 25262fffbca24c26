// Upgrades the data of a stopped shop to the version in this folder: makes a backup, migrates, checks, and undoes all of
// it if anything fails.
//   npm run upgrade
// Runs on any installed Node, so it uses only features of Node 18.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './build.mjs';
import { run, stopOnFailure } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

prepare(root)
  .then((node) => run(node, [path.join(root, 'scripts', 'upgrade-shop.ts')]))
  .then((code) => {
    process.exitCode = code;
  })
  .catch(stopOnFailure);
