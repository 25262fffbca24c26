/**
 * How to call a command of the shop here: `haat backup` in an installed package, `npm run backup` in its sources. The
 * package and the image say in `HAAT_START` how the shop is started as a service.
 */
export function commandLine(name: string, ...args: string[]): string {
  if (name === 'start' && process.env.HAAT_START) return process.env.HAAT_START;
  if (process.env.HAAT_COMMAND) return [process.env.HAAT_COMMAND, name, ...args].join(' ');
  if (name === 'start') return 'npm start';
  return ['npm', 'run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
}
