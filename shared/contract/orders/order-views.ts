import { z } from 'zod';

/** The built-in views of the orders (contract §7). */
export const orderViewName = z.enum([
  'to_confirm',
  'to_pack',
  'to_ship',
  'to_pick_up',
  'in_transit',
  'unpaid',
  'returns',
]);
