import { z } from 'zod';
import { line, link, text } from '../fields.ts';

/** A dark panel with the name of the shop and a button. */
export const callToAction = z.object({
  heading: line({ label: 'Heading', hint: 'The name of the shop if left empty.' }, 120),
  text: text({ label: 'Text', hint: 'The tagline of the shop if left empty.' }, 300),
  button: link({ label: 'Button' }, { label: 'Start Shopping', to: '/products' }),
});
