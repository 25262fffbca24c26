import { z } from 'zod';
import { line, link } from '../fields.ts';

/** A thin line of text with a link. */
export const announcement = z.object({
  text: line({ label: 'Text' }, 160),
  link: link({ label: 'Link' }),
});
