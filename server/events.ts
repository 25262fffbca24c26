import { beginCod } from './cash-on-delivery/cash-on-delivery.ts';
import type { Events } from './deps.ts';

/**
 * What follows in higher layers when something happens to an order: by name, in this order, and in the same transaction.
 * What follows in lower layers is called where it happens.
 */
export const events: Events = {
  advancePaid: beginCod,
};
