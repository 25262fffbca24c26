import { z } from 'zod';
import { line, toggle } from '../fields.ts';

/** Numbers that the shop counts, rounded down. */
export const facts = z.object({
  heading: line({ label: 'Heading' }, 120),
  showsProducts: toggle({ label: 'Number of products' }, true),
  showsMakers: toggle({ label: 'Number of makers' }, true),
  showsOrders: toggle({ label: 'Number of delivered orders' }, true),
  showsYears: toggle({ label: 'Years since the first order' }, true),
});
