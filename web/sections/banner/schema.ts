import { z } from 'zod';
import { line, link, picture, text } from '../fields.ts';

/** A large picture beside a heading, a text and two buttons. */
export const banner = z.object({
  heading: line({ label: 'Heading', hint: 'A value of the shop from Settings if left empty.' }, 120),
  text: text({ label: 'Text' }, 500),
  first: link({ label: 'First button' }, { label: 'Shop the Collection', to: '/products' }),
  second: link({ label: 'Second button' }, { label: 'Explore Deals', to: '/products?isTopDeal=true' }),
  picture: picture({ label: 'Picture', hint: 'A picture of the shop if left empty.' }),
});
