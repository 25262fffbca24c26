// Runs on any installed Node, so it uses only features of Node 18.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './build.mjs';
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

/** Before a server that ended unexpectedly is started again: after the first end within an hour, and after further ones. */
const RESTART_PAUSES_MS = [500, 1_000, 5_000, 15_000, 60_000];
const HOUR_MS = 3_600_000;

prepare(root, { isDevelopment }).then(superviseServer).catch(stopOnFailure);

/** Starts the server, and again whenever it ends unexpectedly after it was open. */
function superviseServer(node) {
  let server;
  let isOpen;
  let handlesHangUp;
  let isStopping = false;
  /** The pause before the next start. */
  let pause;
  /** The times of the last hour at which it ended unexpectedly. */
  let unexpectedEnds = [];

  function start() {
    isOpen = false;
    pause = undefined;
    server = startServer(node, unexpectedEnds.length);
    handlesHangUp = isDevelopment || new Promise((resolve) => server.once('message', resolve));
    server.on('message', (message) => {
      if (message === 'open') isOpen = true;
      // It must not be started again: another server uses its data folder.
      if (message === 'taken over') isOpen = false;
    });
    server.on('error', stopOnFailure);
    server.on('exit', (code, signal) => {
      if (isStopping || !isOpen || code === 0) process.exit(code ?? 128 + constants.signals[signal]);
      restart(signal ?? `code ${code}`);
    });
  }

  function restart(reason) {
    const now = Date.now();
    unexpectedEnds = unexpectedEnds.filter((time) => now - time < HOUR_MS).concat(now);
    const pauseMs = RESTART_PAUSES_MS[Math.min(unexpectedEnds.length, RESTART_PAUSES_MS.length) - 1];
    console.error(`The server ended unexpectedly (${reason}); starting it again in ${pauseMs / 1000} s`);
    pause = setTimeout(start, pauseMs);
  }

  function stop(signal) {
    if (pause) process.exit(0);
    isStopping = true;
    server.kill(signal);
    setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  }

  start();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  // The server decides whether it stops, as soon as it is loaded.
  process.on('SIGHUP', async () => {
    if (pause) {
      clearTimeout(pause);
      start();
    }
    await handlesHangUp;
    server.kill('SIGHUP');
  });
  stopWithParent(stop);
}

function startServer(node, unexpectedEnds) {
  const main = path.join(root, 'server', 'main.ts');
  return spawn(node, isDevelopment ? ['--watch', '--watch-preserve-output', main] : [...heapLimits, main], {
    // The channel closes when this process is killed, and the server then stops by itself.
    stdio: isDevelopment ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...allocator,
      ...process.env,
      NODE_ENV: isDevelopment ? 'development' : 'production',
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'compiled'),
      UNEXPECTED_ENDS: unexpectedEnds,
    },
  });
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
