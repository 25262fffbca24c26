import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handlers.ts';
import { storeCourierEvent } from './couriers.ts';

export const courierHandlers = (deps: Deps) =>
  ({
    'GET /settings/couriers': ({ backOffice }) => backOffice.couriers.getCourierSettings(),
    'PUT /settings/couriers/:provider': ({ backOffice, params, body }) =>
      backOffice.couriers.changeCourierAccount(params.provider, body),
    'POST /settings/couriers/:provider/test': ({ backOffice, params }) =>
      backOffice.couriers.testCourierAccount(params.provider),
    'POST /settings/couriers/:provider/event-token': ({ backOffice, params }) =>
      backOffice.couriers.createEventToken(params.provider),
    'GET /order/admin/couriers': ({ backOffice }) => backOffice.couriers.listBookableCouriers(),
    'POST /courier/events': ({ body, headers }) => storeCourierEvent(deps, body, headers['x-api-key']),
  }) satisfies Partial<Handlers>;
