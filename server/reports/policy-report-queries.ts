import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** The most rows, so that invented reports can't fill the table. */
const maxRows = 200;

type Report = { directive: string; blocked: string; page: string; now: Date };

/** Counts a report in its row. A new row is added while there are fewer than `maxRows`. */
export async function countPolicyReport(db: Database, { directive, blocked, page, now }: Report) {
  await sql`
    insert into policy_reports (directive, blocked, page, first_at, last_at)
    select ${directive}, ${blocked}, ${page}, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from policy_reports) < ${maxRows}
      or exists (select from policy_reports
        where directive = ${directive} and blocked = ${blocked} and page = ${page})
    on conflict (directive, blocked, page)
    do update set reports = policy_reports.reports + 1, last_at = excluded.last_at`.execute(db);
}

export const listPolicyReports = (db: Database) =>
  db.selectFrom('policyReports').selectAll().orderBy('lastAt', 'desc').limit(maxRows).execute();
