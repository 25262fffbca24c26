import { z } from 'zod';
import { choice, line, link, number, products as productField, toggle } from '../fields.ts';

/** A row or grid of products. A product that an earlier section of the page shows is left out. */
export const products = z.object({
  heading: line({ label: 'Heading' }, 120, 'Featured'),
  link: link({ label: 'Link beside the heading' }, { label: 'View all', to: '/products' }),
  products: productField({ label: 'Products' }, 'featured'),
  count: number({ label: 'How many' }, { min: 1, max: 24, preset: 4 }),
  columns: choice({ label: 'Columns on wide screens' }, ['four', 'three'], { four: '4', three: '3' }),
  showsStock: toggle({ label: 'Show how many are left' }, false),
  /** Shown instead of the products if they can't be loaded; the section is left out without it. */
  errorText: line({ label: 'Text if the products can’t be loaded' }, 120),
});
