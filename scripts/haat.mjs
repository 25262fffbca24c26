#!/usr/bin/env node
// All commands of a shop:
//   haat help
// Runs on any installed Node, so it uses only features of Node 18.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { areCurrent, pinnedNode } from './packages.mjs';
import { Failure, stopOnFailure } from './run.mjs';

const scripts = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(scripts);

/** Files ending in .mjs run on any Node and prepare what they need; the others need the packages. */
const commands = {
  start: { file: 'start.mjs', does: 'installs what is missing and starts the shop' },
  backup: {
    file: 'backup.ts',
    takes: '[folder or s3://…]',
    does: 'makes a backup and checks that it can be restored',
  },
  restore: {
    file: 'restore.ts',
    takes: 'FILE',
    does: 'restores a backup to an empty data folder and database',
  },
  admin: { file: 'admin.ts', takes: 'add|reset EMAIL', does: 'adds an owner, or sets a new password' },
  audit: { file: 'audit.ts', does: 'checks that all amounts and stock agree' },
  upgrade: { file: 'upgrade.mjs', does: 'upgrades the data to this version, or changes nothing' },
  doctor: { file: 'doctor.mjs', does: 'finds what is wrong, and says how to fix it' },
  move: {
    file: 'move.ts',
    takes: 'postgres://…',
    does: 'copies the database to another PostgreSQL, or back with embedded',
  },
};

main(process.argv[2] ?? 'help', process.argv.slice(3)).catch(stopOnFailure);

async function main(name, args) {
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return;
  }
  if (!Object.hasOwn(commands, name)) throw new Failure(`There is no command ${name}.\n\n${help()}`);
  const { file } = commands[name];
  const script = path.join(scripts, file);
  // Messages then name the commands of this file (server/runtime/command-line.ts).
  process.env.HAAT_COMMAND = 'haat';
  // As with npm run, whatever the current folder is.
  if (process.env.DATA_DIR !== '') process.env.DATA_DIR = path.resolve(root, process.env.DATA_DIR ?? 'var');
  if (file.endsWith('.mjs')) {
    process.argv = [process.execPath, script, ...args];
    await import(script);
    return;
  }
  if (!areCurrent(root, { forDevelopment: false }))
    throw new Failure('The packages are not those of this version. haat start installs them.');
  runScript(await pinnedNode(root), [script, ...args]);
}

/** Ctrl-C reaches the script too, which decides when it ends. */
function runScript(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', stopOnFailure);
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function help() {
  const lines = Object.entries(commands).map(
    ([name, { takes = '', does }]) => `  haat ${`${name} ${takes}`.padEnd(28)} ${does}`,
  );
  return [
    'Commands of a Haat shop:',
    '',
    ...lines,
    '',
    'Settings are environment variables (README.md). Backup, admin, audit and doctor also work while the shop runs;',
    'stop it before restore, upgrade and move.',
  ].join('\n');
}
