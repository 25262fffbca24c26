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
export function findChromium(): string | undefined {
  return [...KNOWN_PLACES, chromium.executablePath()].find((file) => existsSync(file) && runs(file));
}

/** Debian's package where apt may be used, else Playwright's own download. True when one of them worked. */
function installChromium(): boolean {
  const admin = [[], ['sudo', '-n']].find((prefix) =>
    prefix.length === 0 ? isRoot() : succeeds('sudo', '-n', 'true'),
  );
  if (admin && succeeds('apt-get', '--version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) => show([...admin, 'apt-get', ...args], env);
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
function runs(file: string) {
  return spawnSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function succeeds(command: string, ...args: string[]) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function show([command = '', ...args]: string[], env = process.env) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

if (import.meta.main && !findChromium() && !installChromium()) {
  console.error('There is no Chromium here, and neither apt-get nor Playwright could install one.');
  console.error('Install the package chromium, then run npm test again.');
  process.exitCode = 1;
}
