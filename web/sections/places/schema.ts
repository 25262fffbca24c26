import { z } from 'zod';
import { line } from '../fields.ts';

/** The states from which most products come. */
export const places = z.object({ heading: line({ label: 'Heading' }, 120, 'Shop by place') });
