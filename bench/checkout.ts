import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Checks out a commit in a temporary folder, and calls `work` with it. Its packages are those of this checkout if both
 * lock files are equal; otherwise its start installs them.
 */
export async function withCheckout<T>(
  root: string,
  commit: string,
  work: (root: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'haat-bench-')), 'checkout');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  git('worktree', 'add', '--detach', folder, commit);
  try {
    const lockOf = (each: string) => readFile(path.join(each, 'package-lock.json'), 'utf8');
    if ((await lockOf(root)) === (await lockOf(folder))) {
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    }
    return await work(folder);
  } finally {
    git('worktree', 'remove', '--force', folder);
    await rm(path.dirname(folder), { recursive: true, force: true });
  }
}
