import { z } from 'zod';
import { line, maker as makerField } from '../fields.ts';

/** A maker with their picture, story and a link to their products. */
export const maker = z.object({
  maker: makerField({ label: 'Maker' }),
  button: line({ label: 'Button' }, 60, 'See their products'),
});
