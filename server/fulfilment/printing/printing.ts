export { readLabel, readPackingSlip } from './parcel-documents.ts';
export { listOrdersToPrint } from './parcel-queries.ts';
export { parcelsOf } from './parcels.ts';
export { printJobs } from './print-jobs.ts';
export { expirePrints } from './print-queries.ts';
export { deleteExpiredPrints, maintainPrintJobs, runPrintJob } from './run-print-job.ts';
