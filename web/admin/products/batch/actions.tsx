import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { productStatus } from '../../../../shared/contract/catalogue/catalogue.ts';
import {
  type Batch,
  type BatchAction,
  batchAction,
  batchRequest,
} from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { read, useAction } from '../../parts/data.ts';
import { errorsIn } from '../../parts/form/use-form.ts';
import { namesById, Options } from '../../parts/list/filters.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { capitalized, counted, formatCount, labelsOf } from '../../parts/text.ts';
import { gstRateOptions } from '../form/fields.tsx';
import { EditFields, EditPreview, editIn, editOptions } from './edit-fields.tsx';

type Request = z.input<typeof batchRequest>;
type Props = {
  count: number;
  products: Pick<Request, 'ids' | 'matching'>;
  /** The action that is chosen at first. */
  first: string;
  onStarted: (batch: Batch) => void;
};

/** The change of the selected products. Invalid input gets the messages of spec §5. */
export function BatchActions({ count, products, first, onStarted }: Props) {
  const [action, setAction] = useState(first);
  const [category, setCategory] = useState('');
  const [error, setError] = useState<string>();
  const categories = useQuery(read('GET /categories')).data?.items ?? [];
  const subcategories = categories.find(({ _id }) => _id === category)?.subcategories ?? [];
  const attributes = useQuery(read('GET /settings/attributes')).data;
  const options = editOptions(attributes);
  const { busy, run: start } = useAction(
    async (change: BatchAction) =>
      onStarted(await call('POST /products/batch', { body: { ...products, ...change } })),
    'Failed to perform batch action. Please try again.',
  );

  const preview = useAction(async (change: BatchAction) => {
    const shown = await call('POST /products/batch/preview', { body: { ...products, ...change } });
    confirm({
      title: `${options[action]} of ${counted(shown.total, 'product')}?`,
      action: options[action] ?? 'Apply',
      text: <EditPreview preview={shown} />,
      onConfirm: () => start(change),
    });
  }, 'Could not preview the change. Please try again.');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const input = action.startsWith('edit-') ? editIn(action, data) : Object.fromEntries(data);
    const [problem] = Object.values(errorsIn(batchRequest, { ...products, ...input }));
    setError(problem);
    if (problem) return;
    const change = batchAction.parse(input);
    if (change.action === 'category') void start(change);
    else if (change.action === 'edit') void preview.run(change);
    else confirm({ ...questionOf(change, counted(count, 'product')), onConfirm: () => start(change) });
  }

  return (
    <form
      onSubmit={submit}
      onChange={() => setError(undefined)}
      noValidate
      className="z-10 mb-3 flex flex-wrap items-center gap-2 rounded-md bg-paper-deep p-3 ring-1 ring-line lg:sticky lg:top-0"
    >
      <p role="status" className="figures mr-2 font-semibold">
        {formatCount(count)} selected
      </p>
      <select
        aria-label="Action"
        name="action"
        value={action}
        onChange={(event) => setAction(event.target.value)}
        className="office-input"
      >
        <option value="category">Set category</option>
        <option value="discount">Set discount</option>
        <option value="status">Set status</option>
        <option value="gst">Set HSN and GST rate</option>
        <Options labels={options} />
        <option value="delete">Delete</option>
      </select>
      {action === 'category' && (
        <>
          <select
            aria-label="New category"
            name="category"
            value={category}
            onChange={(event) => setCategory(event.target.value)}
            className="office-input"
          >
            <option value="">{categories.length > 0 ? 'Choose a category' : 'No categories yet'}</option>
            <Options labels={namesById(categories)} />
          </select>
          <select
            aria-label="New subcategory"
            name="subcategory"
            disabled={subcategories.length === 0}
            className="office-input"
          >
            <option value="">{category ? 'No subcategory' : 'Choose a category first'}</option>
            <Options labels={namesById(subcategories)} />
          </select>
        </>
      )}
      {action === 'discount' && <DiscountField />}
      {action === 'status' && (
        <select name="status" aria-label="New status" className="office-input">
          <option value="">Choose a status</option>
          <Options labels={labelsOf(productStatus.options)} />
        </select>
      )}
      {action === 'gst' && <GstFields />}
      {action.startsWith('edit-') && <EditFields key={action} option={action} attributes={attributes} />}
      <Button type="submit" busy={busy || preview.busy} variant={action === 'delete' ? 'danger' : 'primary'}>
        Apply
      </Button>
      {action === 'category' && categories.length === 0 && (
        <p className="w-full text-ink-soft">
          There is no category yet.{' '}
          <Link to="/admin/categories" className="text-press underline underline-offset-4">
            Add a category
          </Link>
        </p>
      )}
      <ErrorText className="w-full">{error}</ErrorText>
    </form>
  );
}

function DiscountField() {
  return (
    <input
      type="number"
      name="discount"
      aria-label="New discount in percent"
      placeholder="Percent, 0 removes it"
      min={0}
      max={100}
      step={0.1}
      inputMode="decimal"
      className="office-input w-48"
    />
  );
}

function GstFields() {
  return (
    <>
      <input
        name="hsn"
        aria-label="New HSN code"
        placeholder="HSN code"
        maxLength={20}
        inputMode="numeric"
        className="office-input w-32"
      />
      <select name="gstRate" aria-label="New GST rate" className="office-input">
        <option value="">Keep the GST rate</option>
        {gstRateOptions().map((rate) => (
          <option key={rate} value={rate}>
            {rate}%
          </option>
        ))}
      </select>
    </>
  );
}

const undoNote = 'You can undo this on this page for a day.';

function questionOf(change: BatchAction, products: string) {
  if (change.action === 'delete')
    return {
      title: `Delete ${products}?`,
      action: 'Delete',
      text: 'They are removed from the shop at once. Existing orders still show them.',
    };
  if (change.action === 'status') {
    const isShown = change.status === 'active' || change.status === 'featured';
    return {
      title: `Set ${products} to ${capitalized(change.status)}?`,
      action: 'Set status',
      text: `${isShown ? 'They appear in the shop at once.' : 'They are no longer shown in the shop.'} ${undoNote}`,
    };
  }
  if (change.action === 'gst') {
    const parts = [
      change.hsn && `HSN code ${change.hsn}`,
      change.gstRate !== null && `GST ${change.gstRate}%`,
    ];
    return {
      title: `Set ${parts.filter(Boolean).join(' and ')} for ${products}?`,
      action: 'Set HSN and GST rate',
      text: `What they have now is replaced. New orders are invoiced with it; the invoices of earlier orders stay. ${undoNote}`,
    };
  }
  const percent = change.action === 'discount' ? change.discount : 0;
  if (percent === 0)
    return {
      title: `Remove the discount from ${products}?`,
      action: 'Remove discount',
      text: `Each selling price becomes the list price. ${undoNote}`,
    };
  return {
    title: `Set a discount of ${percent}% on ${products}?`,
    action: 'Set discount',
    text: `Each selling price becomes the list price less ${percent}%. Current selling prices are replaced. ${undoNote}`,
  };
}
