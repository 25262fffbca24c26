import { z } from 'zod';
import { line } from '../fields.ts';

/** The categories that have a picture. */
export const categories = z.object({ heading: line({ label: 'Heading' }, 120, 'Shop by category') });
