import type pg from 'pg';

/**
 * Runs `fill` while the tables have no triggers, indexes and keys, in the transaction of the connection. Keys and
 * indexes are built afterwards from the sorted rows, and the foreign keys checked with one join each; what the triggers
 * would have written, `fill` must write.
 */
export async function bulkLoad(
  connection: pg.ClientBase,
  tables: string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await connection.query<{ remove: string; restore: string }>(parts, [tables]);
  for (const { remove } of rows) await connection.query(remove);
  await fill();
  for (const { restore } of rows.toReversed()) await connection.query(restore);
}

/** Triggers and keys of the tables, in the order in which they can be removed. */
const parts = `
  with named as (select name::regclass as name from unnest($1::text[]) name)
  select remove, restore from (
    select 1, format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name)
      from named
    union all select case contype when 'f' then 2 else 3 end,
        format('alter table %s drop constraint %I', conrelid::regclass, conname),
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint
      where contype in ('p', 'u', 'f') and conrelid in (select name from named)
        or contype = 'f' and confrelid in (select name from named)
    union all select 4, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index i
      where indrelid in (select name from named) and not exists (select from pg_constraint where conindid = i.indexrelid)
  ) parts (place, remove, restore)
  order by place`;
