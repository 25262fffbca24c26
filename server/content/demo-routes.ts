import { demoContent, removedDemo } from '../../shared/contract/demo.ts';
import type { Api } from '../http/api.ts';

/** Demo content, for the admin scope. */
export function demoAdminRoutes(admin: Api) {
  admin.get('/demo', { schema: { response: { 200: demoContent } } }, (request) => request.backOffice.demo());

  admin.post('/demo/remove', { schema: { response: { 200: removedDemo } } }, (request) =>
    request.backOffice.removeDemo(),
  );
}
