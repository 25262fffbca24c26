import { z } from 'zod';
import { line, list, picture } from '../fields.ts';

/** Two to eight pictures. */
export const gallery = z.object({
  heading: line({ label: 'Heading' }, 120),
  pictures: list(
    { label: 'Pictures', item: 'Picture', hint: 'Two to eight.', max: 8 },
    picture({ label: 'Picture' }),
  ),
});
