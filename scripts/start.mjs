// Runs on any installed Node, so it uses only features of Node 18.
import './machine.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { stopOnFailure } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isDevelopment = process.argv.includes('--dev');
const STOP_TIMEOUT_MS = 40_000;
/** For the memory of the server, in megabytes; V8 would use far more on a large machine (decision 56). */
const heapLimits = ['--max-semi-space-size=16', '--max-old-space-size=512'];
/** Makes glibc return the memory of large blocks, such as decoded pictures (decision 56). */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
};

prepare(root, { isDevelopment }).then(startServer).catch(stopOnFailure);

function startServer(node) {
  const main = path.join(root, 'server', 'main.ts');
  const server = spawn(
    node,
    isDevelopment ? ['--watch', '--watch-preserve-output', main] : [...heapLimits, main],
    {
      // The channel closes when this process is killed, and the server then stops by itself.
      stdio: isDevelopment ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...allocator,
        ...process.env,
        NODE_ENV: isDevelopment ? 'development' : 'production',
        NODE_COMPILE_CACHE:
          process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'compiled'),
      },
    },
  );
  const stop = (signal) => {
    server.kill(signal);
    setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  // The server decides whether it stops, as soon as it is loaded.
  const decides = isDevelopment || new Promise((resolve) => server.once('message', resolve));
  process.on('SIGHUP', async () => {
    await decides;
    server.kill('SIGHUP');
  });
  server.on('error', stopOnFailure);
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  stopWithParent(stop);
}

/** If npm or the browser tests are killed, they forward no signal; the parent process id changes then. */
function stopWithParent(stop) {
  if (!process.env.npm_lifecycle_event && !process.env.HAAT_STOP_WITH_PARENT) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 250);
}
