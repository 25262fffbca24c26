import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium that runs on this machine, if there is one. */
export function findChromium() {
  return [...KNOWN_PLACES, chromium.executablePath()].find((file) => existsSync(file) && runs(file));
}

/** Debian's package where apt may be used, else Playwright's own download. True when one of them worked. */
export function installChromium() {
  const admin = [[], ['sudo', '-n']].find((prefix) =>
    prefix.length === 0 ? isRoot() : succeeds(...prefix, 'true'),
  );
  if (admin && succeeds('apt-get', '--version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => show([...admin, 'apt-get', ...args], env);
    if (
      apt('update', '-qq') &&
      apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') &&
      findChromium()
    ) {
      return true;
    }
  }
  return (
    show(['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']) &&
    Boolean(findChromium())
  );
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** Ubuntu's package of that name is a pointer to a snap that is there but does not run. */
function runs(file) {
  return spawnSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function succeeds(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function show([command, ...args], env = process.env) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}
