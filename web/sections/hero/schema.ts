import { z } from 'zod';
import { choice, line, link, list, picture, text } from '../fields.ts';

/** The first section of a page: a heading, two buttons and pictures. */
export const hero = z.object({
  form: choice({ label: 'Form' }, ['beside', 'behind', 'text'], {
    beside: 'Pictures beside the text',
    behind: 'Picture behind the text',
    text: 'Text only',
  }),
  heading: line({ label: 'Heading', hint: 'The tagline of the shop if left empty.' }, 120),
  text: text({ label: 'Text', hint: 'The names of the categories if left empty.' }, 300),
  first: link({ label: 'First button' }, { label: 'Shop Now', to: '/products' }),
  second: link({ label: 'Second button' }, { label: 'Hot Deals', to: '/deals' }),
  pictures: list(
    {
      label: 'Pictures',
      item: 'Picture',
      hint: 'Those of Settings, or of featured products, if left empty.',
      max: 3,
    },
    picture({ label: 'Picture' }),
  ),
});
