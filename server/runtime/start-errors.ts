import { aboutVariables } from '../db/postgres-variables.ts';

/** A start error that the owner can fix: its message is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Combines several problems into one error with a line for each. */
export function createStartError(problems: string[]): StartError {
  return new StartError(['Haat does not start:', ...problems.map((line) => `  ${line}`)].join('\n'));
}

type SystemError = Error & { code?: string; path?: string };

/** Explains why the start failed. Unknown errors are returned with their stack. */
export function explainStartError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { path } = error as SystemError;
  if (path) return `${path} can't be used: ${error.message}. ${adviceFor(error)}`;
  const reason = databaseReason(error);
  if (reason)
    return `The database can't be used: ${reason}. Check DATABASE_URL. (${error.message})${aboutVariables}`;
  return error.stack ?? error.message;
}

/** What to do about an error of the file system: a sentence. */
export function adviceFor(error: unknown): string {
  switch ((error as SystemError).code) {
    case 'EISDIR':
      return 'Name a file instead of this folder.';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'Name a folder instead of this file.';
    case 'EACCES':
    case 'EPERM':
      return 'Run the command as the user who runs the shop, or give it to that user.';
    case 'EROFS':
      return 'It is read-only: name another place.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free some space, or name another place.';
    case 'ENOENT':
      return 'Check the name, and whether its disk is mounted.';
    default:
      return 'Check its disk, or name another place.';
  }
}

/**
 * Explains why the server cannot listen on its address, and names the setting to change, whose name begins with
 * `prefix`.
 */
export function explainListenError(
  error: unknown,
  { port, host }: { port: number; host: string },
  prefix = '',
): string {
  const [portName, hostName] = [`${prefix}PORT`, `${prefix}HOST`];
  const { code, message } = error as SystemError;
  switch (code) {
    case 'EADDRINUSE':
      return `${portName} ${port} is already in use on ${host}. Stop the other program, or set ${portName} to another number.`;
    case 'EACCES':
      return `This user may not open ${portName} ${port}. Set ${portName} to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostName} ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all networks.`;
    default:
      return `Haat can't listen on ${hostName} ${host} with ${portName} ${port}: ${message}`;
  }
}

/** Explains a failed connection to the database; undefined for unknown errors. */
export function databaseReason(error: unknown): string | undefined {
  const { code = '', message, path } = error as SystemError;
  if (error instanceof URIError)
    return 'its user, password or name has a special character that is not encoded: write % as %25, @ as %40, : as %3A, / as %2F and # as %23';
  // Sockets have an address instead.
  if (path) return `the file ${path}, which it names, can't be read`;
  const reason = DATABASE_REASONS[code];
  if (reason) return reason;
  // As PgBouncer says it.
  if (/unsupported startup parameter/.test(message))
    return 'it is a connection pooler; set DIRECT_DATABASE_URL to the address of PostgreSQL itself, too';
  if (/does not support SSL connections/.test(message))
    return 'it does not support TLS; remove sslmode from the address, or enable TLS on the server';
  if (/certificate|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/i.test(code) || /certificate/i.test(message))
    return 'its TLS certificate is not trusted; set its certificate authority with sslrootcert=FILE';
  if (/^Connection terminated unexpectedly/.test(message))
    return 'what listens there ends the connection, and may not be PostgreSQL';
  if (/^timeout e(xpired|xceeded)|Connection terminated due to connection timeout/.test(message))
    return 'it does not respond';
  return undefined;
}

const DATABASE_REASONS: Record<string, string> = {
  ECONNREFUSED: 'no server is listening there',
  ECONNRESET: 'it closes the connection',
  ENOENT: 'the socket folder does not exist',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name is unknown',
  EHOSTUNREACH: "its host can't be reached",
  ENETUNREACH: "its host can't be reached",
  ETIMEDOUT: 'it does not respond',
  ENOPRIMARY: 'none of its servers can be reached and takes changes',
  '28P01': 'the password is wrong',
  '28000': 'it rejects the user, or connections without TLS (set sslmode=require)',
  '3D000': 'the database does not exist',
  '42501': 'its user lacks a required privilege',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
};
