import type { MoveKind, MoveProgram } from '../../shared/contract/moves.ts';
import { recogniseFile } from '../csv/stream.ts';
import { badField } from '../errors.ts';

type Known = { program: MoveProgram; kind: MoveKind };
type Columns = { program: MoveProgram; kind: MoveKind; all: string[]; any?: string[]; marks?: string[] };

/**
 * The columns by which files are recognised, in any order: all of `all`, and one of `any`. The first that fits counts, so
 * those with more special columns come first. A file with one of `marks` is meant to be of this kind.
 */
const known: Columns[] = [
  {
    program: 'shopify',
    kind: 'orders',
    all: ['Name', 'Lineitem name', 'Total', 'Created at'],
    marks: ['Lineitem name', 'Lineitem price', 'Financial Status'],
  },
  {
    program: 'shopify',
    kind: 'products',
    all: ['Handle', 'Title'],
    marks: ['Variant Price', 'Variant SKU', 'Option1 Value'],
  },
  { program: 'shopify', kind: 'products', all: ['URL handle', 'Title'], marks: ['URL handle'] },
  { program: 'shopify', kind: 'giftCards', all: ['Current Balance'], any: ['Last Characters', 'Code', 'Id'] },
  { program: 'shopify', kind: 'giftCards', all: ['Balance', 'Initial value'] },
  { program: 'shopify', kind: 'redirects', all: ['Redirect from', 'Redirect to'] },
  {
    program: 'shopify',
    kind: 'reviews',
    all: ['product_handle', 'rating'],
    any: ['reviewer_name', 'author', 'nickname', 'full_name', 'name'],
    marks: ['product_handle'],
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
    marks: ['Accepts Email Marketing', 'Default Address Zip'],
  },
  {
    program: 'woocommerce',
    kind: 'products',
    all: ['Type', 'SKU', 'Name', 'Published'],
    marks: ['Attribute 1 value(s)', 'Regular price'],
  },
  {
    program: 'woocommerce',
    kind: 'discounts',
    all: ['code', 'type', 'amount'],
    any: ['usage_limit', 'expiry_date', 'minimum_amount', 'individual_use'],
  },
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

/** What a file is, by the columns of its heading. 400 with the column that is missing of what it is meant to be. */
function kindOf(has: (column: string) => boolean): Known | undefined {
  const found = known.find(
    ({ all, any }) => all.every(has) && (!any || any.some(has)) && (all.length > 0 || any),
  );
  if (found) return { program: found.program, kind: found.kind };
  const meant = known.find(({ marks }) => marks?.some(has));
  const missing = meant?.all.find((column) => !has(column));
  if (missing)
    throw badField(
      'file',
      `The column “${missing}” is missing. Export the file again, and choose it with all its columns.`,
    );
  return undefined;
}

/** The columns of files that belong to the product import. */
const isProductList = (has: (column: string) => boolean) => has('Name') && (has('Price') || has('Slug'));

/** What a file on the local disk is. 400 with the reason if it can't be moved. */
export const recogniseMoveFile = (file: string) =>
  recogniseFile(
    file,
    (has) => {
      const found = kindOf(has);
      if (!found && isProductList(has))
        throw badField('file', 'This is a list of products. Import it under Products, with Import.');
      return found;
    },
    {
      kind: 'an export of Shopify or WooCommerce',
      columns:
        'export products, customers, orders, discounts, gift cards, redirects or reviews there as CSV, and choose those files as they are',
    },
  );
