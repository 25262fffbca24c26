import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ABANDONED_AFTER_MS = 20 * 60 * 1000;

/** Runs `work` while no other start or test of this checkout installs or builds. */
export async function withCheckoutLock(root, work) {
  const lock = path.join(root, 'build', '.lock');
  const ownFile = `${lock}.${process.pid}`;
  mkdirSync(path.dirname(lock), { recursive: true });
  writeFileSync(ownFile, String(process.pid));
  try {
    await acquire(lock, ownFile);
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
}

async function acquire(lock, ownFile) {
  for (let waited = 0; ; waited++) {
    try {
      linkSync(ownFile, lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (waited === 0)
      console.log('Waiting for another start of this checkout to finish its preparations');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function isAbandoned(lock) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > ABANDONED_AFTER_MS) return true;
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
