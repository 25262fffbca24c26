export { deleteOldLabels, readCourierLabels } from './courier-labels.ts';
export { finishBookings, retryCourierEvents, trackSilentShipments } from './follow-shipments.ts';
export { fulfilmentAdmin } from './fulfilment-admin.ts';
export { moveShipment, moveShipments } from './move-shipment.ts';
export { deleteExpiredPrints, expirePrints, maintainPrintJobs, runPrintJob } from './printing/printing.ts';
export { runOrderBatch } from './run-order-batch.ts';
export { updateShippedOrder } from './shipments.ts';
export { handleCourierEvent } from './track-shipments.ts';
