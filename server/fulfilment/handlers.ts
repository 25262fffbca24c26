import type { Handlers } from '../http/handlers.ts';

/** Shipments, bookings with couriers, batches of orders, and what is printed. */
export const fulfilmentHandlers = {
  'POST /order/admin/:id/pickup-ready': ({ backOffice, params }) =>
    backOffice.fulfilment.markReadyForPickup(params.id),
  'POST /order/admin/:id/shipments': ({ backOffice, params, body }) =>
    backOffice.fulfilment.createShipment(params.id, body),
  'PUT /order/admin/:id/shipments/:shipment': ({ backOffice, params, body }) =>
    backOffice.fulfilment.changeShipment(params.id, params.shipment, body),
  'POST /order/admin/batch': ({ backOffice, body }) => backOffice.fulfilment.startOrderBatch(body),
  'GET /order/admin/batch': ({ backOffice }) => backOffice.fulfilment.listOrderBatches(),
  'GET /order/admin/batch/:id': ({ backOffice, params }) => backOffice.fulfilment.getOrderBatch(params.id),
  'GET /order/admin/batch/:id/courier.csv': ({ backOffice, params }) =>
    backOffice.fulfilment.getCourierFile(params.id),
  'GET /order/admin/:id/packing-slip': ({ backOffice, params }) =>
    backOffice.fulfilment.getPackingSlip(params.id),
  'GET /order/admin/:id/label': ({ backOffice, params }) => backOffice.fulfilment.getLabel(params.id),
  'POST /order/admin/print-jobs': ({ backOffice, body }) => backOffice.fulfilment.startPrintJob(body),
  'GET /order/admin/print-jobs': ({ backOffice }) => backOffice.fulfilment.listPrintJobs(),
  'GET /order/admin/print-jobs/:id': ({ backOffice, params }) => backOffice.fulfilment.getPrintJob(params.id),
  'GET /order/admin/print-jobs/:id/file': ({ backOffice, params }) =>
    backOffice.fulfilment.readPrint(params.id),
  'POST /order/admin/:id/shipments/:shipment/rates': ({ backOffice, params, body }) =>
    backOffice.fulfilment.getRates(params.id, params.shipment, body),
  'POST /order/admin/:id/shipments/:shipment/booking': ({ backOffice, params, body }) =>
    backOffice.fulfilment.bookShipment(params.id, params.shipment, body),
  'POST /order/admin/:id/shipments/:shipment/booking/pickup': ({ backOffice, params }) =>
    backOffice.fulfilment.requestPickup(params.id, params.shipment),
  'POST /order/admin/:id/shipments/:shipment/booking/track': ({ backOffice, params }) =>
    backOffice.fulfilment.trackShipment(params.id, params.shipment),
  'DELETE /order/admin/:id/shipments/:shipment/booking': ({ backOffice, params }) =>
    backOffice.fulfilment.cancelBooking(params.id, params.shipment),
  'GET /order/admin/:id/shipments/:shipment/booking/label': ({ backOffice, params }) =>
    backOffice.fulfilment.getCourierLabel(params.id, params.shipment),
} satisfies Partial<Handlers>;
