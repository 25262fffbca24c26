import { spawn } from 'node:child_process';

// Scripts that users start import this file first: it reports in one line if they cannot run on this machine.
const OLDEST_NODE = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  stop(`Haat needs Node ${OLDEST_NODE} or newer to start; this is Node ${process.versions.node}.`);
}
if (process.platform === 'win32') {
  stop('Haat runs on Linux and macOS. On Windows, start it inside WSL (wsl --install).');
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}

/** Runs a command and returns its exit code; `quiet` shows its output only if it fails. */
export function run(command, args, { quiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { stdio, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    const forwardSignal = () => child.kill('SIGTERM');
    process.once('SIGTERM', forwardSignal);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGTERM', forwardSignal);
      if (code !== 0) process.stderr.write(output);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Runs `work` and prints its label and duration. */
export async function timed(label, work) {
  const startedAt = Date.now();
  console.log(`${label} …`);
  const result = await work();
  console.log(`${label}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** A failure that is reported by its message only. */
export class Failure extends Error {}

export function stopOnFailure(error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}
