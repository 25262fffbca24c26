import { z } from 'zod';
import { choice, line, link, picture, richText } from '../fields.ts';

/** A picture beside a text. */
export const story = z.object({
  heading: line({ label: 'Heading' }, 120),
  text: richText({ label: 'Text' }),
  picture: picture({ label: 'Picture' }),
  side: choice({ label: 'Picture on wide screens' }, ['left', 'right'], {
    left: 'On the left',
    right: 'On the right',
  }),
  button: link({ label: 'Button' }),
});
