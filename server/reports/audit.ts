import { CompiledQuery } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { auditChecks } from './audit-checks.ts';

type Files = { exists(path: string): Promise<boolean> };

export type AuditFinding = { check: string; rule: string; problem: string };

/** Problems of one check that are listed; further ones are counted. */
const maxShown = 20;

/**
 * Checks stock, money, documents, timelines and pictures of the whole database in one snapshot, while the shop may be
 * running. Returns the discrepancies; none if all records agree.
 */
export async function audit(db: Database, files?: Files): Promise<AuditFinding[]> {
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(auditRows);
  return files ? [...findings, ...(await findMissingPictures(db, files))] : findings;
}

/** The same as seen by a transaction, without the pictures. */
export async function auditRows(trx: Trx): Promise<AuditFinding[]> {
  await trx.executeQuery(CompiledQuery.raw('set local statement_timeout = 0'));
  await trx.executeQuery(CompiledQuery.raw('set local idle_in_transaction_session_timeout = 0'));
  const found: AuditFinding[] = [];
  for (const { name, rule, sql } of auditChecks) {
    const { rows } = await trx.executeQuery<{ problem: string }>(CompiledQuery.raw(sql));
    const problems = rows.map(({ problem }) => problem);
    found.push(...limitFindings(name, rule, problems));
  }
  return found;
}

async function findMissingPictures(db: Database, files: Files): Promise<AuditFinding[]> {
  const rows = await db.selectFrom('mediaFiles').select('path').where('stored', '=', true).execute();
  const missing: string[] = [];
  for (const { path } of rows) {
    if (!(await files.exists(path))) missing.push(`The file of ${path} is missing`);
  }
  return limitFindings('pictures', 'Each picture has its file', missing);
}

function limitFindings(check: string, rule: string, problems: string[]): AuditFinding[] {
  const shown = problems.slice(0, maxShown).map((problem) => ({ check, rule, problem }));
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, { check, rule, problem: `… and ${more} more` }] : shown;
}
