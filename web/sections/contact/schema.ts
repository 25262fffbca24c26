import { z } from 'zod';
import { line, text } from '../fields.ts';

/** The contact form of /contact. */
export const contact = z.object({
  heading: line({ label: 'Heading' }, 120, 'Write to us'),
  text: text({ label: 'Text' }, 500),
});
