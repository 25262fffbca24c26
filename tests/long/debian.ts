import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReport, type Report } from './report.ts';

const port = 5207;
const url = `http://127.0.0.1:${port}`;
const data = '/srv/haat';
const settings = '/etc/haat/settings';
const backups = '/tmp/haat-package-backups';
const owner = 'owner@example.in';
const mayTakeMs = 300_000;
/** Without the Node of this checkout. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/**
 * Makes the Debian package and installs it on this machine, runs every command of it as an owner would, and removes it
 * again. Returns the number of violations.
 */
export async function runDebian(): Promise<number> {
  const reason = reasonAgainst();
  if (reason) {
    console.log(`\n── Debian package: not run, because ${reason}`);
    return 0;
  }
  const report = createReport('Debian package');
  try {
    must('the package is made', process.execPath, ['scripts/debian-package.mjs']);
    const files = (await readdir('build')).filter((name) => name.endsWith('.deb'));
    must('the package is installed', 'dpkg', ['--install', ...files.map((name) => path.join('build', name))]);
    await appendFile(settings, `PORT=${port}\nPUBLIC_URL=${url}\nSEED=empty\nADMIN_EMAIL=${owner}\n`);
    await mkdir(backups, { mode: 0o777 });
    spawnSync('chown', ['haat', backups]);
    await runCommands(report);
    must('the package is removed', 'dpkg', ['--remove', 'haat']);
    for (const gone of ['/usr/lib/haat', '/usr/bin/haat'])
      if (existsSync(gone)) report.violation('a removed package leaves files', gone);
    for (const kept of [path.join(data, 'postgres'), settings])
      if (!existsSync(kept)) report.violation('a removed package takes data along', kept);
  } catch (error) {
    report.violation('the package does not work', error instanceof Error ? error.message : error);
  } finally {
    spawnSync('dpkg', ['--purge', 'haat']);
    spawnSync('userdel', ['haat']);
    for (const folder of [data, `${data}.old`, backups]) await rm(folder, { recursive: true, force: true });
  }
  return report.end();
}

/** It must not touch a shop that an owner has installed. */
function reasonAgainst(): string | undefined {
  if (!existsSync('/usr/bin/dpkg')) return 'it needs Debian';
  if (process.getuid?.() !== 0) return 'only root can install a package';
  return [data, settings].some((file) => existsSync(file))
    ? 'a shop is installed on this machine'
    : undefined;
}

async function runCommands(report: Report): Promise<void> {
  await whileOpen(report, async () => {
    haat(report, 'help');
    haat(report, 'admin', 'add', 'second@example.in');
    haat(report, 'audit');
    haat(report, 'doctor');
    haat(report, 'backup', backups);
  });
  haat(report, 'upgrade');
  const [file = ''] = await readdir(backups);
  await rename(data, `${data}.old`);
  must('an empty data folder', 'install', ['-d', '-o', 'haat', '-g', 'haat', '-m', '700', data]);
  haat(report, 'restore', path.join(backups, file));
  await whileOpen(report, async () => {
    haat(report, 'audit');
    const added = haat(report, 'admin', 'reset', 'second@example.in');
    if (!added.includes('second@example.in')) report.violation('the restored shop has another admin', added);
  });
  if (existsSync('/usr/bin/systemd-analyze'))
    must('the unit is correct', 'systemd-analyze', ['verify', '/usr/lib/systemd/system/haat.service']);
}

/** Starts the shop, runs `work` while it is open, and stops it as systemd does. */
async function whileOpen(report: Report, work: () => Promise<void>): Promise<void> {
  const shop = spawn('haat', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  shop.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exit = once(shop, 'exit');
  try {
    for (const end = Date.now() + mayTakeMs; ; await sleep(200)) {
      const reply = await fetch(`${url}/api/health/ready`).catch(() => undefined);
      if (reply?.ok) break;
      if (shop.exitCode !== null || Date.now() > end) throw new Error(`The shop does not start:\n${said}`);
    }
    const page = await fetch(url);
    if (page.status !== 200 || !(await page.text()).includes('</html>'))
      report.violation('the home page is not served', page.status);
    const { pid } = JSON.parse(await readFile(path.join(data, 'haat.heartbeat.json'), 'utf8'));
    const user = spawnSync('ps', ['-o', 'user=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
    if (user !== 'haat') report.violation('the shop runs as another user', user);
    await work();
  } finally {
    shop.kill('SIGTERM');
    const [code] = await exit;
    if (code !== 0) report.violation('the shop ends with an error', { code, said });
  }
}

/** Runs a command of the shop, which must succeed. Returns what it says. */
function haat(report: Report, ...args: string[]): string {
  const said = must(`haat ${args.join(' ')}`, 'haat', args);
  report.count(`haat ${args[0]}`);
  return said;
}

function must(what: string, command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8', timeout: mayTakeMs });
  if (status !== 0) throw new Error(`${what}: ends with ${status}\n${stdout}${stderr}`);
  return stdout;
}
