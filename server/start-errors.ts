/** A reason not to start that a shop owner can act on: its message is printed as it stands, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** All reasons at once, a line each. */
export function createStartError(problems: string[]): StartError {
  return new StartError(['Haat does not start:', ...problems.map((line) => `  ${line}`)].join('\n'));
}

type SystemError = Error & { code?: string };

/** Says in words why the start failed. What is not known by name is given with its stack. */
export function explainStartError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const reason = databaseReason(error);
  if (reason) return `The database can't be used: ${reason}. Check DATABASE_URL. (${error.message})`;
  return error.stack ?? error.message;
}

/** Why the shop can't listen on its address, with the setting to change. */
export function explainListenError(error: unknown, { port, host }: { port: number; host: string }): string {
  const { code, message } = error as SystemError;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is already in use on ${host}. Stop what runs there, or set PORT to another number.`;
    case 'EACCES':
      return `PORT ${port} may not be opened by this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all networks.`;
    default:
      return `HOST ${host} with PORT ${port} can't be listened on: ${message}`;
  }
}

/** Why the database refuses the connection, for known errors; else undefined. */
export function databaseReason(error: unknown): string | undefined {
  const { code = '', message } = error as SystemError;
  const known = DATABASE_REASONS[code];
  if (known) return known;
  if (/does not support SSL connections/.test(message))
    return 'it refuses TLS; remove sslmode from the address, or switch TLS on in its server';
  if (/certificate|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/i.test(code) || /certificate/i.test(message))
    return 'its TLS certificate is not trusted; name its authority with sslrootcert=FILE';
  if (/^timeout e(xpired|xceeded)|Connection terminated due to connection timeout/.test(message))
    return 'it does not answer';
  return undefined;
}

const DATABASE_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'it closes the connection',
  ENOENT: 'the socket folder does not exist',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name is not known',
  EHOSTUNREACH: 'its host can’t be reached',
  ENETUNREACH: 'its host can’t be reached',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user, or a connection without TLS (sslmode=require asks for it)',
  '3D000': 'it has no such database',
  '42501': 'its user lacks a right that is needed',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
};
