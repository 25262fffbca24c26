/** How to call a command of the shop here: `haat backup` in an installed package, `npm run backup` in its sources. */
export function commandLine(name: string, ...args: string[]): string {
  if (process.env.HAAT_COMMAND) return [process.env.HAAT_COMMAND, name, ...args].join(' ');
  if (name === 'start') return 'npm start';
  return ['npm', 'run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
}
