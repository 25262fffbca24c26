export { drawingLimits, invoicePdf, readCreditNote, readInvoice } from './documents.ts';
export { taxOfSale } from './invoice-content.ts';
export {
  isInvoiceOutdated,
  issueCreditNote,
  issueInvoice,
  issueMissingInvoice,
  replaceInvoice,
  reverseInvoice,
} from './issue.ts';
export { listRefundableLines } from './refund-lines.ts';
export { testSeries } from './series.ts';
export { invoices } from './shopper-documents.ts';
export { listSkippedAt, skipNumbers } from './skip-numbers.ts';
