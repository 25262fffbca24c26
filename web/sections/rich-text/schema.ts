import { z } from 'zod';
import { choice, richText as richTextField } from '../fields.ts';

/** Text with headings, lists and links. */
export const richText = z.object({
  text: richTextField({ label: 'Text' }, 50_000),
  align: choice({ label: 'Position' }, ['left', 'centre'], { left: 'Left', centre: 'Centre' }),
});
