import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Child<Task, Result> = {
  pid: number;
  /** Sends a task; resolves with its result. One task at a time. */
  run(task: Task): Promise<Result>;
  stop(): Promise<void>;
};

/** Starts a file of this folder as a process that replies to each message with a result, or with `{ error }`. */
export function startChild<Task extends object, Result extends object>(file: string): Child<Task, Result> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return {
    pid: child.pid ?? 0,
    async run(task) {
      const ended = new AbortController();
      child.send(task);
      const [reply] = await Promise.race([
        once(child, 'message', { signal: ended.signal }),
        once(child, 'exit', { signal: ended.signal }).then(() => [{ error: `${file} ended` }]),
      ]).finally(() => ended.abort());
      if ('error' in reply) throw new Error(String(reply.error));
      return reply as Result;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}
