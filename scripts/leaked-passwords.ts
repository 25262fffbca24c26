// Writes server/accounts/passwords/leaked-passwords.txt.gz: the passwords of @zxcvbn-ts/language-common (MIT), which are collected
// from data breaches, in small letters, without those that are too short for an account. Run it by hand for a new version:
//   node scripts/leaked-passwords.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { passwordLimits } from '../shared/password-rules.ts';

const source = '@zxcvbn-ts/language-common';
const version = '4.1.3';
const folder = mkdtempSync(path.join(tmpdir(), 'haat-leaked-'));
try {
  execFileSync('npm', ['install', '--ignore-scripts', '--prefix', folder, `${source}@${version}`]);
  const loaded: unknown = createRequire(path.join(folder, 'package.json'))(source);
  const { dictionary } = z
    .object({ dictionary: z.object({ 'passwords-common': z.array(z.string()) }) })
    .parse(loaded);
  const passwords = dictionary['passwords-common']
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= passwordLimits.shopper);
  const list = [...new Set(passwords)].sort().join('\n');
  writeFileSync('server/accounts/passwords/leaked-passwords.txt.gz', gzipSync(list, { level: 9 }));
} finally {
  rmSync(folder, { recursive: true });
}
