import { z } from 'zod';
import { choice, line, link, product } from '../fields.ts';

/** The time that is left of a discount or of the sale of a product. Without one it is not shown. */
export const countdown = z.object({
  heading: line({ label: 'Heading', hint: 'What the discount gives if left empty.' }, 120),
  of: choice({ label: 'What ends' }, ['discount', 'sale'], {
    discount: 'The discount that the shop announces',
    sale: 'The scheduled sale of a product',
  }),
  product: product({ label: 'Product', hint: 'For the sale of a product.' }),
  link: link({ label: 'Button' }, { label: 'Shop Now', to: '/products' }),
});
