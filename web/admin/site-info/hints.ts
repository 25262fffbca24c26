import { lowStock } from '../../../shared/stock-label.ts';

/** What is said below fields of the settings of the shop. */
export const mapHint =
  'The code or the address that Google Maps (Share, Embed a map) or OpenStreetMap (Share, HTML) gives.';
export const whatsappHint = 'Product pages offer to ask a question on WhatsApp at this number.';
export const returnsHint =
  'Shown on product pages. It must agree with your returns policy. Nothing is shown if empty; 0 means no returns.';
export const lowStockHint = `Stock at or below this number is low. ${lowStock} if left empty. A product or combination can have its own threshold.`;
