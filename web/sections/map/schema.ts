import { z } from 'zod';
import { line, text } from '../fields.ts';

/** The address of the shop with its map of Settings, which is loaded after a click. */
export const map = z.object({
  heading: line({ label: 'Heading' }, 120, 'Visit us'),
  text: text({ label: 'Text' }, 500),
});
