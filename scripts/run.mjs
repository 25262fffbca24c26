import { spawn } from 'node:child_process';

/** Runs a command and gives its exit code; `quiet` keeps its output for when it fails. */
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
    const passOn = () => child.kill('SIGTERM');
    process.once('SIGTERM', passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGTERM', passOn);
      if (code !== 0) process.stderr.write(output);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Says what begins and how long it took. */
export async function timed(label, work) {
  const began = Date.now();
  console.log(`${label} …`);
  const result = await work();
  console.log(`${label}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

/** A failure whose message is all that a person needs. */
export class Failure extends Error {}

export function stopOnFailure(error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}
