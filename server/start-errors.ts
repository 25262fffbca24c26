/** A reason not to start that a shop owner can act on: its message is printed as it stands, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Says in words why the start failed. What is not known by name is given with its stack. */
export function explainStartError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return explainSystemError(error) ?? explainDatabaseError(error) ?? error.stack ?? error.message;
}

function explainSystemError(error: NodeJS.ErrnoException & { port?: number; address?: string }) {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined;
  const where = `${error.address ?? 'this machine'}:${error.port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${error.port} is already in use (${where}). Stop what runs there, or set PORT to another number.`;
    case 'EACCES':
      return `Port ${error.port} may not be opened by this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all networks.';
    default:
      return undefined;
  }
}

const DATABASE_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host name is not known',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
  '42501': 'its user lacks a right that is needed',
};

function explainDatabaseError(error: Error & { code?: string }) {
  const reason = error.code && DATABASE_REASONS[error.code];
  return reason ? `The database can't be used: ${reason}. Check DATABASE_URL. (${error.message})` : undefined;
}
