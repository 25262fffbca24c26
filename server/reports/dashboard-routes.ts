import { dashboardStats } from '../../shared/contract/reports.ts';
import type { Api } from '../http/api.ts';

/** The figures that the back office begins with, for the admin scope. */
export function dashboardRoutes(app: Api) {
  app.get('/auth/admin/stats', { schema: { response: { 200: dashboardStats } } }, (request) =>
    request.backOffice.dashboard(),
  );
}
