import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handlers.ts';
import { receivePolicyReport } from './policy-reports.ts';
import type { Visits } from './visits.ts';

/** The figures of the dashboard, visits, backups, the audit log, and what browsers have blocked. */
export const reportHandlers = (deps: Deps, visits: Visits) =>
  ({
    'GET /auth/admin/stats': ({ backOffice }) => backOffice.dashboard(),
    'POST /visits': ({ query, request, userAgent }) =>
      visits.count(query, { address: request.ip, userAgent }),
    'GET /visits': async ({ backOffice, query }) => {
      // Those that this process has counted in the last seconds.
      await visits.flush();
      return backOffice.visits(Number(query.days));
    },
    'GET /order/admin/:id/activity': ({ backOffice, params }) => backOffice.orderActivity(params.id),
    'GET /settings/backups': ({ backOffice }) => backOffice.backups.getBackups(),
    'PUT /settings/backups': ({ backOffice, body }) => backOffice.backups.updateBackupSettings(body),
    'POST /settings/backups/start': ({ backOffice }) => backOffice.backups.startBackup(),
    'GET /admin/log': ({ backOffice, query }) => backOffice.adminLog(query),
    'GET /admin/log/export.csv': ({ backOffice }) => ({
      filename: 'audit-log.csv',
      content: backOffice.exportAdminLog(),
    }),
    'GET /admin/policy-reports': ({ backOffice }) => backOffice.policyReports(),
    'POST /policy-reports': ({ body }) => receivePolicyReport(deps, body),
  }) satisfies Partial<Handlers>;
