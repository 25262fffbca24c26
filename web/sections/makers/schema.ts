import { z } from 'zod';
import { line } from '../fields.ts';

/** The makers with a picture, those with most products first. */
export const makers = z.object({ heading: line({ label: 'Heading' }, 120, 'Shop by maker') });
