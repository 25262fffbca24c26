import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** The address of what is not a machine of its own. */
export const ownHost = '10.77.0.1';

const ip = (...args: string[]) => execFileSync('ip', args);

/**
 * Connects the machines of a test, each a network namespace, with a bridge. This process has a network and a table of
 * mounts of its own, so nothing leads out of it and nothing remains of it.
 */
export function createNetwork() {
  mkdirSync('/run/netns', { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', 'machines', '/run/netns']);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'machines', 'type', 'bridge');
  ip('address', 'add', `${ownHost}/24`, 'dev', 'machines');
  ip('link', 'set', 'machines', 'up');
  let count = 0;
  return {
    /** Adds a machine. Returns its namespace and address. */
    addMachine() {
      const name = `machine${++count}`;
      const host = `10.77.0.${10 + count}`;
      ip('netns', 'add', name);
      ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', name, 'master', 'machines', 'up');
      ip('-n', name, 'address', 'add', `${host}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
      return {
        name,
        host,
        /** Drops everything to and from it without a sign. */
        cut: () => void ip('link', 'set', name, 'down'),
        mend: () => void ip('link', 'set', name, 'up'),
      };
    },
  };
}
