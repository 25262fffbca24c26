/**
 * The variables of PostgreSQL's own programs that this process was started with, such as PGHOST and PGSSLMODE. The
 * driver would add them to the addresses that the shop uses, so they are removed before the first connection.
 */
const { PGSSLMODE } = process.env;
const removed = Object.keys(process.env).filter((name) => /^PG[A-Z_]+$/.test(name));
for (const name of removed) delete process.env[name];

/** What to add to an error about the address of the database: that these variables have no effect; empty if none were set. */
export const aboutVariables =
  removed.length > 0 ? ` ${removed.join(', ')} ${removed.length > 1 ? 'have' : 'has'} no effect here.` : '';

/** The value of PGSSLMODE if the driver would have used TLS because of it. */
const askedForTls = /^(prefer|require|verify-ca|verify-full|no-verify)$/.exec(PGSSLMODE ?? '')?.[0];

/** The parameters of an address that say whether it is used with TLS. */
const tlsParameters = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey'];

/**
 * Why the database at this address is not to be opened: this process was asked for TLS by a variable that has no effect,
 * and the address does not say whether to use TLS. Undefined for sockets of this machine, and for what is no address.
 */
export function tlsProblem(address: string): string | undefined {
  if (!askedForTls || !URL.canParse(address)) return undefined;
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host.startsWith('/') || tlsParameters.some((name) => searchParams.get(name))) return undefined;
  return `PGSSLMODE has no effect: add sslmode=${askedForTls} to the address of the database on ${host || 'this machine'}, or sslmode=disable if it needs no TLS`;
}
