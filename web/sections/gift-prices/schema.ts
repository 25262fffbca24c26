import { z } from 'zod';
import { line } from '../fields.ts';

/** Price bands of the products that are gifts, which Settings name. */
export const giftPrices = z.object({ heading: line({ label: 'Heading' }, 120, 'Gifts by price') });
