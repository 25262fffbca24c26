import type { MoveKind, MoveProgram } from '../../shared/contract/moves.ts';
import { recogniseFile } from '../csv/stream.ts';

type Known = { program: MoveProgram; kind: MoveKind };
type Columns = { program: MoveProgram; kind: MoveKind; all: string[]; any?: string[] };

/**
 * The columns by which files are recognised, in any order: all of `all`, and one of `any`. The first that fits counts, so
 * those with more special columns come first.
 */
const known: Columns[] = [
  { program: 'shopify', kind: 'orders', all: ['Name', 'Lineitem name', 'Total', 'Created at'] },
  { program: 'shopify', kind: 'products', all: ['Handle', 'Title'] },
  { program: 'shopify', kind: 'products', all: ['URL handle', 'Title'] },
  { program: 'shopify', kind: 'giftCards', all: ['Current Balance'], any: ['Last Characters', 'Code', 'Id'] },
  { program: 'shopify', kind: 'giftCards', all: ['Balance', 'Initial value'] },
  { program: 'shopify', kind: 'redirects', all: ['Redirect from', 'Redirect to'] },
  {
    program: 'shopify',
    kind: 'reviews',
    all: ['product_handle', 'rating'],
    any: ['reviewer_name', 'author'],
  },
  {
    program: 'shopify',
    kind: 'reviews',
    all: ['handle', 'rating'],
    any: ['reviewer_name', 'author', 'nickname', 'full_name'],
  },
  { program: 'shopify', kind: 'discounts', all: ['Name', 'Value', 'Value Type'] },
  {
    program: 'shopify',
    kind: 'customers',
    all: ['First Name', 'Last Name', 'Email'],
    any: [
      'Accepts Email Marketing',
      'Accepts Marketing',
      'Total Spent',
      'Default Address Zip',
      'Customer ID',
    ],
  },
  { program: 'woocommerce', kind: 'products', all: ['Type', 'SKU', 'Name', 'Published'] },
  {
    program: 'woocommerce',
    kind: 'discounts',
    all: ['discount_type'],
    any: ['coupon_amount', 'amount'],
  },
  {
    program: 'woocommerce',
    kind: 'discounts',
    all: ['Coupon Code', 'Discount Type'],
    any: ['Coupon Amount', 'Amount'],
  },
  {
    program: 'woocommerce',
    kind: 'orders',
    all: [],
    any: ['order_total', 'Order Total Amount', 'Order Total', 'N. Revenue'],
  },
  {
    program: 'woocommerce',
    kind: 'orders',
    all: ['order_id', 'billing_email', 'total'],
  },
  {
    program: 'woocommerce',
    kind: 'customers',
    all: ['user_email'],
  },
  {
    program: 'woocommerce',
    kind: 'customers',
    all: ['email'],
    any: ['billing_first_name', 'first_name', 'username', 'customer_id'],
  },
  { program: 'woocommerce', kind: 'customers', all: ['Name', 'Email', 'Total spend'] },
];

/** What a file is, by the columns of its heading. */
function kindOf(has: (column: string) => boolean): Known | undefined {
  const found = known.find(
    ({ all, any }) => all.every(has) && (!any || any.some(has)) && (all.length > 0 || any),
  );
  return found && { program: found.program, kind: found.kind };
}

/** What a file on the local disk is. 400 with the reason if it can't be moved. */
export const recogniseMoveFile = (file: string) =>
  recogniseFile(file, kindOf, {
    kind: 'an export of Shopify or WooCommerce',
    columns:
      'export products, customers, orders, discounts, gift cards, redirects or reviews there as CSV, and choose those files as they are',
  });
