import { gstRatesAt } from '../../../shared/gst-rates.ts';
import { fromTenths } from '../../../shared/money.ts';

/** The GST rates that are in force now, in percent, as fields have them. */
export const gstRateOptions = (): string[] =>
  gstRatesAt(new Date()).map((tenths) => String(fromTenths(tenths)));
