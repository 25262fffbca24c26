import { StartError } from './start-errors.ts';

/** The arguments of this command; a StartError with `usage` if there are more than `max`, options, or empty ones. */
export function readArguments(usage: string, max: number): string[] {
  const given = process.argv.slice(2);
  if (given.length > max || given.some((argument) => argument === '' || argument.startsWith('-')))
    throw new StartError(`Usage: ${usage}`);
  return given;
}

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
