import type { Handlers } from '../http/handlers.ts';

/** The figures of the dashboard and the audit log. */
export const reportHandlers = {
  'GET /auth/admin/stats': ({ backOffice }) => backOffice.dashboard(),
  'GET /admin/log': ({ backOffice, query }) => backOffice.adminLog(query),
} satisfies Partial<Handlers>;
