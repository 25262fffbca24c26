import { z } from 'zod';
import { line, picture, points, text } from '../fields.ts';

/** A picture with points that lead to the products in it. */
export const look = z.object({
  heading: line({ label: 'Heading' }, 120, 'Shop the look'),
  text: text({ label: 'Text' }, 300),
  picture: picture({ label: 'Picture' }),
  points: points({ label: 'Products in the picture', picture: 'picture' }),
});
