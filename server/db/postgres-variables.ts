/**
 * The variables of PostgreSQL's own programs that this process was started with, such as PGHOST and PGSSLMODE. The
 * driver would add them to the addresses that the shop uses, so they are removed before the first connection.
 */
const removed = Object.keys(process.env).filter((name) => /^PG[A-Z_]+$/.test(name));
for (const name of removed) delete process.env[name];

/** What to add to an error about the address of the database: that these variables have no effect; empty if none were set. */
export const aboutVariables =
  removed.length > 0 ? ` ${removed.join(', ')} ${removed.length > 1 ? 'have' : 'has'} no effect here.` : '';
