import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { chromium } from 'playwright';

const PATHS = [
  // Without windows: the journeys take two thirds of the CPU and of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Finds an installed Chromium that runs on this machine. */
export function findChromium(): string | undefined {
  return [...PATHS, chromium.executablePath()].find((file) => existsSync(file) && runs(file));
}

/** The ways to install Chromium: the packages of Debian if apt-get may be used, and the download of Playwright. */
function waysToInstall(): { what: string; install: () => boolean }[] {
  const playwright = ['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'];
  const download = { what: playwright.join(' '), install: () => show(playwright) };
  const admin = [[], ['sudo', '-n']].find((prefix) =>
    prefix.length === 0 ? isRoot() : succeeds('sudo', '-n', 'true'),
  );
  if (!admin || !succeeds('apt-get', '--version')) return [download];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = [...admin, 'apt-get', 'update', '-qq'];
  const packages = ['chromium-headless-shell', 'chromium'].map((name) => {
    const apt = [...admin, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', name];
    return { what: apt.join(' '), install: () => show(update, env) && show(apt, env) };
  });
  return [...packages, download];
}

/** CI=true and --install-chromium mean yes; at a terminal it asks; otherwise no. */
async function mayInstall(what: string): Promise<boolean> {
  console.log(`The browser tests need Chromium, which is not installed. To install it: ${what}`);
  if (process.env.CI === 'true' || process.argv.includes('--install-chromium')) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Install it now? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Whether Chromium is installed; installs it first if that is allowed. */
export async function ensureChromium(find = findChromium, ways = waysToInstall()): Promise<boolean> {
  if (find()) return true;
  if (!(await mayInstall(ways[0]?.what ?? ''))) {
    console.error('Install Chromium, or allow it: npm test -- --install-chromium');
    console.error('The checks without a browser: npm run check');
    return false;
  }
  if (ways.some(({ install }) => install() && find())) return true;
  console.error('Chromium could not be installed. Install the package chromium, then run npm test again.');
  return false;
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** Whether it runs: the package of Ubuntu only starts a snap, which may be missing. */
function runs(file: string) {
  return spawnSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function succeeds(command: string, ...args: string[]) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function show([command = '', ...args]: string[], env = process.env) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

if (import.meta.main && !(await ensureChromium())) process.exitCode = 1;
