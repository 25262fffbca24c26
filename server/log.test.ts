import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const script = `
  import { createLog } from './server/log.ts';
  const log = createLog('info');
  for (let n = 0; n < 3; n++) log.info({ text: 'x'.repeat(200_000), n }, 'line');
  setTimeout(() => process.stderr.write('still running'), 1);
`;
const run = (shell: string) => spawnSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' });
const node = '"$0" --input-type=module-typescript -e "$1"';

it('a log that can’t be written does not end the process (T-FLT-17)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-log-'));
  const file = path.join(folder, 'log');
  const full = run(`ulimit -f 0; exec ${node} > ${file}`);
  expect([full.status, full.stderr]).toEqual([0, 'still running']);
  expect(readFileSync(file, 'utf8')).toBe('');
  const piped = run(`${node} | cat`);
  expect(
    piped.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n),
  ).toEqual([0, 1, 2]);
  await rm(folder, { recursive: true });
});
