import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ListPrice,
  listPriceInput,
  type PriceImport,
  type PriceList,
} from '../../../shared/contract/catalogue/price-lists.ts';
import { shortRupees } from '../../../shared/money.ts';
import { parseRupees } from '../../../shared/read-amount.ts';
import { call, stream } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { AmountField } from '../parts/form/fields.tsx';
import { FileChoice, SkippedLines, useCheckedFile } from '../parts/form/file-choice.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { FoundVariants, ProductSearch } from '../parts/form/product-search.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { ExportButton } from '../parts/list/export-button.tsx';
import { Filters, useAddress } from '../parts/list/filters.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { amountIn, counted } from '../parts/text.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';

/** The prices of single variants in a list: searched, added, edited, removed, imported and exported. */
export function Prices({ list }: { list: PriceList }) {
  const { _id: id } = list;
  const params = { id };
  const address = useAddress(['search'], 24);
  const query = useQuery({
    ...read('GET /price-lists/:id/prices', { params, query: address.query }),
    ...pageQuery,
  });
  const [editing, setEditing] = useState<Priced | null>(null);
  const remove = useAction(async ({ _id: variant, name }: ListPrice) => {
    await call('DELETE /price-lists/:id/prices/:variant', { params: { id, variant } });
    toast(`The price of ${name} was removed`, 'success');
    await changed();
  }, 'The price could not be removed. Please try again.');
  return (
    <section aria-label="Prices" className="mt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Prices of single products</h2>
        <ExportButton
          read={(signal) => stream('GET /price-lists/:id/prices/export.csv', { params, signal })}
          file="prices.csv"
          label="Export CSV"
          total={list.prices}
        />
      </div>
      <div className="mb-5 grid max-w-3xl gap-4">
        <ProductSearch error={undefined}>
          {(products, clear) => (
            <FoundVariants
              allowsSoldOut
              products={products.filter(({ isGiftCard }) => !isGiftCard)}
              onChoose={(product, { _id, values, sku, finalPrice }) => {
                clear();
                const variant = values.join(' / ');
                setEditing({ _id, name: product.name, variant, sku, sellingPrice: finalPrice, price: null });
              }}
            />
          )}
        </ProductSearch>
        <ImportPrices id={id} />
      </div>
      <Filters address={address} search={['Search prices', 'Name or SKU']} />
      <List
        query={query}
        columns={[
          ...columns,
          {
            name: <span className="sr-only">Actions</span>,
            className: 'lg:w-28 max-lg:col-start-2 max-lg:row-start-1',
            cell: (price) => (
              <EditDelete
                name={[price.name, price.variant].filter(Boolean).join(', ')}
                onEdit={() => setEditing(price)}
                onDelete={() => void remove.run(price)}
              />
            ),
          },
        ]}
        failed="Failed to load the prices. Please try again."
        empty={{
          title: 'No prices of single products',
          text: 'Search for a product above, or import a CSV file with the columns SKU and Price.',
          level: 3,
        }}
        address={address}
        noun="price"
      />
      {editing && (
        <PriceDialog listId={id} priced={editing} onSaved={changed} onClose={() => setEditing(null)} />
      )}
    </section>
  );
}

const changed = () => invalidate('GET /price-lists', 'GET /price-lists/:id', 'GET /price-lists/:id/prices');

const columns = [
  {
    name: 'Product',
    className: 'max-lg:col-start-1',
    cell: ({ name, variant, sku, image }: ListPrice) => (
      <span className="flex items-center gap-3">
        <Thumbnail path={image} />
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="block text-xs text-ink-soft">{[variant, sku].filter(Boolean).join(' · ')}</span>
        </span>
      </span>
    ),
  },
  {
    name: 'Selling price',
    labelled: true,
    className: 'figures max-lg:col-start-1',
    cell: ({ sellingPrice }: ListPrice) => shortRupees(sellingPrice),
  },
  {
    name: 'Price in this list',
    labelled: true,
    className: 'figures max-lg:col-start-1',
    cell: ({ price, sellingPrice }: ListPrice) => (
      <>
        <span className="font-semibold">{shortRupees(price)}</span>{' '}
        {price >= sellingPrice && <Badge tone="warning">No effect: not below the selling price</Badge>}
      </>
    ),
  },
];

/** A variant with its price in the list, which is null if it has none yet. */
type Priced = Pick<ListPrice, '_id' | 'name' | 'variant' | 'sku' | 'sellingPrice'> & {
  price: number | null;
};

const bodyOf = ({ price }: { price: string }) => ({ price: amountIn(price) });

function PriceDialog(props: {
  listId: string;
  priced: Priced;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { listId, priced, onSaved, onClose } = props;
  const form = useForm({
    start: { price: String(priced.price ?? '') },
    check: (values) =>
      parseRupees(values.price) === undefined
        ? { price: 'Enter an amount in rupees' }
        : errorsIn(listPriceInput, bodyOf(values)),
    async send(values) {
      const params = { id: listId, variant: priced._id };
      await call('PUT /price-lists/:id/prices/:variant', { params, body: bodyOf(values) });
      toast('Price saved', 'success');
      void onSaved();
      onClose();
    },
    failed: 'The price could not be saved. Please try again.',
  });
  const typed = parseRupees(form.values.price);
  const selling = shortRupees(priced.sellingPrice);
  return (
    <FormDialog title="Price in this list" form={form} onClose={onClose}>
      <p className="wrap-anywhere">
        {priced.name}
        <span className="block text-sm text-ink-soft">
          {[priced.variant, priced.sku, `selling price ${selling}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      <AmountField
        label="Price (₹)"
        required
        autoFocus
        maxLength={20}
        hint={
          typed !== undefined && typed >= priced.sellingPrice
            ? `It has no effect while it is not below the selling price of ${selling}.`
            : 'Taxes included.'
        }
        {...form.field('price')}
      />
    </FormDialog>
  );
}

/** Imports prices from a CSV file: it is checked first, and nothing is changed while a row is wrong. */
function ImportPrices({ id }: { id: string }) {
  const { file, result, busy, check, save } = useCheckedFile(async (body, saves) => {
    const query = { save: saves ? 'true' : 'false' } as const;
    const route = 'POST /price-lists/:id/prices/import';
    const reply = await call(route, { params: { id }, query, body, noTimeout: true });
    if (saves) await invalidate('GET /price-lists', 'GET /price-lists/:id', 'GET /price-lists/:id/prices');
    return reply;
  }, 'The file could not be read. Nothing was changed. Please try again.');
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice onChoose={check}>Import CSV</FileChoice>
        <span role="status" className="text-sm text-ink-soft">
          {busy ? 'Reading the file…' : 'Columns “SKU” and “Price”. An empty price removes it.'}
        </span>
      </div>
      {result?.saved && (
        <Notice role="status" tone="success">
          {`${counted(result.changed, 'price')} set, ${counted(result.removed, 'price')} removed.`}
        </Notice>
      )}
      {result && result.problemCount > 0 && (
        <>
          <Notice role="alert" tone="error">
            {`${counted(result.problemCount, 'line')} can’t be imported, so nothing was changed. Correct the file and choose it again.`}
          </Notice>
          <SkippedLines title="Lines with problems" lines={result.problems} count={result.problemCount} />
        </>
      )}
      {result && file && !result.saved && result.problemCount === 0 && (
        <>
          <ul aria-label="The file" className="list-disc space-y-1 pl-5">
            {factsOf(result).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <Button busy={busy} onClick={save} className="justify-self-start">
            Set these prices
          </Button>
        </>
      )}
    </div>
  );
}

const factsOf = ({ prices, changed, removed, withoutEffect }: PriceImport) => [
  `${counted(prices, 'price')}, of which ${counted(changed, 'price')} change`,
  ...(removed > 0 ? [`${counted(removed, 'price')} to be removed`] : []),
  ...(withoutEffect > 0
    ? [`${counted(withoutEffect, 'price')} without effect: not below the selling price`]
    : []),
];
