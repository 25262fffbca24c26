import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Installs the packages of Debian that are missing. `packages`: a file of each package by its name. Returns why they
 * can't be installed, if so.
 */
export function installPackages(packages: Record<string, string>): string | undefined {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  const names = missing.join(', ');
  if (missing.length === 0) return undefined;
  if (!isDebian12()) return `it needs Debian 12 with the packages ${names}`;
  if (process.getuid?.() !== 0) return `only root can install the packages ${names}`;
  console.log(`Installing ${names} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]])
    if (spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      return `the packages ${names} can't be installed`;
  return undefined;
}

const isDebian12 = () =>
  existsSync('/etc/debian_version') && readFileSync('/etc/debian_version', 'utf8').startsWith('12.');
