// Slow: `npm run check` leaves this file out.
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startReplicatedPostgres } from '../../tests/support/replicated-postgres.ts';
import { createLog } from '../runtime/log.ts';
import { listenForChanges } from './changes.ts';
import { openDatabase, openPool, transaction } from './database.ts';
import { connectionTo, splitAddress } from './primary.ts';

const servers = await startReplicatedPostgres();
afterAll(() => servers.stop());

it('lists the hosts of an address', () => {
  expect(splitAddress('postgres://haat:a%40b@one:5432,two/shop?target_session_attrs=read-write')).toEqual([
    'postgres://haat:a%40b@one:5432/shop?target_session_attrs=read-write',
    'postgres://haat:a%40b@two/shop?target_session_attrs=read-write',
  ]);
  expect(splitAddress('postgres://haat@localhost/haat?host=/tmp/a,b')).toHaveLength(1);
  expect(connectionTo('postgres://one/shop')).toEqual({ connectionString: 'postgres://one/shop' });
});

it('after a failover from a silent primary, interrupted statements fail and new ones run on the new primary (T-FLT-31)', async () => {
  // In the order in which the standby would be asked first.
  const url = servers.urlOf('standby', 'primary');
  const pool = openPool(url);
  const db = openDatabase(pool);
  const gaps: boolean[] = [];
  const changes = listenForChanges(
    { url, pool, log: createLog('silent') },
    { onChange: () => {}, onExpire: () => {}, onGap: (isListening) => void gaps.push(isListening) },
    { checkMs: 500 },
  );
  await pool.query('create table written (n int)');
  await pool.query('insert into written values (1)');
  await expect.poll(() => gaps.at(-1)).toBe(true);
  const standbys = openPool(servers.urlOf('standby', 'standby'));
  await expect(standbys.query('select 1')).rejects.toMatchObject({ code: 'ENOPRIMARY' });
  await standbys.end();

  const interrupted = transaction(db, async (trx) => {
    await sql`insert into written values (2)`.execute(trx);
    servers.signal('primary', 'SIGSTOP');
    await sql`insert into written values (3)`.execute(trx);
  });
  const failed = expect(interrupted).rejects.toThrow(/connection/i);
  await servers.run('standby', 'select pg_promote()');
  await failed;
  const insert = () => pool.query('insert into written values (4)').catch(() => undefined);
  await expect.poll(insert).toBeDefined();
  await expect.poll(() => gaps.at(-1)).toBe(true);
  expect((await pool.query('select n from written order by n')).rows).toEqual([{ n: 1 }, { n: 4 }]);
  await changes.stop();
  await pool.end();
});
