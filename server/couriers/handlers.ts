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
    'POST /order/admin/:id/shipments/:shipment/rates': ({ backOffice, params, body }) =>
      backOffice.checkout.getRates(params.id, params.shipment, body),
    'POST /order/admin/:id/shipments/:shipment/booking': ({ backOffice, params, body }) =>
      backOffice.checkout.bookShipment(params.id, params.shipment, body),
    'POST /order/admin/:id/shipments/:shipment/booking/pickup': ({ backOffice, params }) =>
      backOffice.checkout.requestPickup(params.id, params.shipment),
    'POST /order/admin/:id/shipments/:shipment/booking/track': ({ backOffice, params }) =>
      backOffice.checkout.trackShipment(params.id, params.shipment),
    'DELETE /order/admin/:id/shipments/:shipment/booking': ({ backOffice, params }) =>
      backOffice.checkout.cancelBooking(params.id, params.shipment),
    'GET /order/admin/:id/shipments/:shipment/booking/label': ({ backOffice, params }) =>
      backOffice.checkout.getCourierLabel(params.id, params.shipment),
    'POST /courier/events': ({ body, headers }) => storeCourierEvent(deps, body, headers['x-api-key']),
  }) satisfies Partial<Handlers>;
