import type { Permission } from '../../../shared/permissions.ts';
import { call, stream } from '../../api.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { receiveFile } from '../parts/list/export-button.tsx';
import { showFailure } from '../parts/show-failure.ts';

/** Something that an admin can do from anywhere: a page to go to, or what `run` does. */
export type Action = {
  label: string;
  needs?: Permission;
  /** Other words by which it is found. */
  words: string;
} & ({ to: string } | { run: () => Promise<unknown> });

async function save(file: string, response: Promise<Response>) {
  toast('The export has begun. Stay in the back office until it is saved.');
  try {
    saveFile(await receiveFile(await response), file);
  } catch (error) {
    showFailure(error, 'Could not export. Please try again.');
  }
}

async function backUp() {
  try {
    await call('POST /settings/backups/start');
    toast('The backup has begun', 'success');
  } catch (error) {
    showFailure(error, 'The backup could not be started. Please try again.');
  }
}

export const actions: Action[] = [
  { label: 'New product', to: '/admin/products/new', needs: 'catalogue.edit', words: 'add create item' },
  {
    label: 'New order',
    to: '/admin/orders/new',
    needs: 'orders.create',
    words: 'add create draft manual phone',
  },
  {
    label: 'New discount',
    to: '/admin/discounts/new',
    needs: 'discounts.edit',
    words: 'add create coupon code offer sale',
  },
  {
    label: 'New price list',
    to: '/admin/price-lists/new',
    needs: 'discounts.edit',
    words: 'add create wholesale b2b',
  },
  {
    label: 'Import products',
    to: '/admin/products/import',
    needs: 'catalogue.edit',
    words: 'csv upload shopify woocommerce file',
  },
  {
    label: 'Edit products in a spreadsheet',
    to: '/admin/products/table',
    needs: 'catalogue.edit',
    words: 'bulk table excel prices',
  },
  {
    label: 'Change stock',
    to: '/admin/products/stock',
    needs: 'catalogue.edit',
    words: 'inventory adjust count barcode scan',
  },
  {
    label: 'Export products',
    run: () => save('products.csv', stream('GET /products/export.csv')),
    needs: 'catalogue.edit',
    words: 'csv download excel',
  },
  {
    label: 'Export orders',
    run: () => save('orders.csv', stream('GET /order/admin/export.csv')),
    needs: 'orders.export',
    words: 'csv download excel accounts',
  },
  {
    label: 'Export customers',
    run: () => save('customers.csv', stream('GET /customers/export.csv')),
    needs: 'orders.export',
    words: 'csv download excel contacts',
  },
  { label: 'Back up now', run: backUp, needs: 'settings.edit', words: 'backup save copy' },
  {
    label: 'Courier payments',
    to: '/admin/orders/courier-payments',
    needs: 'orders.edit',
    words: 'cod remittance cash',
  },
  {
    label: 'Import reviews',
    to: '/admin/reviews/import',
    needs: 'reviews.moderate',
    words: 'csv upload judge.me loox',
  },
];
