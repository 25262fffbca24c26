import { z } from 'zod';
import type { PolicyReport } from '../../shared/contract/reports.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import * as queries from './policy-report-queries.ts';

/**
 * The body that browsers send to a `report-uri` (CSP level 3, section 5.3). Older ones name only the violated
 * directive.
 */
const body = z.object({
  'csp-report': z
    .object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().default(''),
      'blocked-uri': z.string(),
      'document-uri': z.string(),
    })
    .transform((report) => ({
      directive: report['effective-directive'] ?? report['violated-directive'],
      blocked: report['blocked-uri'],
      page: report['document-uri'],
    })),
});

/**
 * Counts what a browser reports as blocked by the policy of a page (threats T-HDR-10). Anyone can send reports, so the
 * number of rows is bounded, and of addresses only the origin or the first part of the path is stored. Errors: 400.
 */
export async function receivePolicyReport({ config, db, clock }: Deps, bytes: Buffer): Promise<void> {
  const parsed = body.safeParse(parseJson(bytes));
  if (!parsed.success) throw badRequest('The report could not be read.');
  const { directive, ...report } = parsed.data['csp-report'];
  const page = pageOf(report.page, config.publicUrl);
  const blocked = blockedBy(report.blocked);
  if (!page || !blocked || !/^[a-z-]{1,40}$/.test(directive)) return;
  await queries.countPolicyReport(db, { directive, blocked, page, now: clock.now() });
}

/** Lists the kinds of violations, the latest first. */
export async function listPolicyReports({ db }: Deps): Promise<PolicyReport[]> {
  const rows = await queries.listPolicyReports(db);
  return rows.map(({ id, firstAt, lastAt, ...row }) => ({
    _id: id,
    ...row,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw badRequest('The report could not be read.');
  }
}

/** The first part of the path, because the rest may name an order or contain a one-time link. */
function pageOf(url: string, publicUrl: string): string | undefined {
  const { origin, pathname = '' } = URL.parse(url) ?? {};
  return origin === new URL(publicUrl).origin ? `/${pathname.split('/')[1]}`.slice(0, 40) : undefined;
}

/** Not defined for what browser extensions bring into a page. */
function blockedBy(blocked: string): string | undefined {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  const { origin = '', protocol } = URL.parse(blocked) ?? {};
  return protocol === 'https:' || protocol === 'http:' ? origin.slice(0, 100) : undefined;
}
