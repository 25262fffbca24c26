import { logQuery, logReply } from '../../shared/contract/audit-log.ts';
import type { Api } from '../http/api.ts';

/** Who did what in the back office, for the admin scope. */
export function logRoutes(app: Api) {
  app.get('/admin/log', { schema: { querystring: logQuery, response: { 200: logReply } } }, (request) =>
    request.backOffice.adminLog(request.query),
  );
}
