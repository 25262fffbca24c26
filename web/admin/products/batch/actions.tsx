import { type FormEvent, useState } from 'react';
import type { Category } from '../../../../shared/contract/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';

const actions = [
  ['category', 'Set category'],
  ['discount', 'Set discount'],
  ['status', 'Set status'],
  ['delete', 'Delete'],
] as const;
type Action = (typeof actions)[number][0];

type Props = { count: number; categories: Category[]; onStart: (change: object) => Promise<void> };

/** What to do with the selected products. What is missing is said in the words of spec §5. */
export function BatchActions({ count, categories, onStart }: Props) {
  const [action, setAction] = useState<Action>('category');
  const [category, setCategory] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const subcategories = categories.find(({ _id }) => _id === category)?.subcategories ?? [];

  async function start(change: object) {
    setBusy(true);
    await onStart(change).finally(() => setBusy(false));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    if (count === 0) return setError('Please select at least one product');
    setError('');
    if (action === 'delete') return setAsking(true);
    if (action === 'category') {
      if (!category) return setError('Please select a category');
      return void start({ action, category, subcategory: text('subcategory') });
    }
    if (action === 'status') {
      if (!text('status')) return setError('Please select a status');
      return void start({ action, status: text('status') });
    }
    const discount = text('discount');
    const fits = /^(\d{1,2}(\.\d)?|100(\.0)?)$/.test(discount);
    if (!fits) return setError('Please enter a valid discount percentage (0-100)');
    void start({ action, discount: Number(discount) });
  }

  return (
    <form
      onSubmit={submit}
      onChange={() => setError('')}
      noValidate
      className="z-10 mb-3 flex flex-wrap items-center gap-2 rounded-md bg-paper-deep p-3 ring-1 ring-line lg:sticky lg:top-0"
    >
      <p role="status" className="figures mr-2 font-semibold">
        {count.toLocaleString('en-IN')} selected
      </p>
      <select
        aria-label="Action"
        value={action}
        onChange={(event) => setAction(event.target.value as Action)}
        className="office-input"
      >
        {actions.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {action === 'category' && (
        <>
          <select
            aria-label="New category"
            value={category}
            onChange={(event) => setCategory(event.target.value)}
            className="office-input"
          >
            <option value="">Choose a category</option>
            {categories.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="New subcategory"
            name="subcategory"
            disabled={subcategories.length === 0}
            className="office-input"
          >
            <option value="">No subcategory</option>
            {subcategories.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {action === 'discount' && (
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
      )}
      {action === 'status' && (
        <select name="status" aria-label="New status" className="office-input">
          <option value="">Choose a status</option>
          <option value="active">Active</option>
          <option value="featured">Featured</option>
          <option value="draft">Draft</option>
          <option value="archived">Archived</option>
        </select>
      )}
      <Button type="submit" busy={busy} variant={action === 'delete' ? 'danger' : 'primary'}>
        Apply
      </Button>
      {error && (
        <p role="alert" className="w-full font-medium text-madder">
          {error}
        </p>
      )}
      <Confirm
        open={asking}
        title={`Delete ${count.toLocaleString('en-IN')} product${count === 1 ? '' : 's'}?`}
        action="Delete"
        onClose={() => setAsking(false)}
        onConfirm={() => start({ action: 'delete' })}
      >
        <p>They leave the shop at once. Orders that have them still show them.</p>
      </Confirm>
    </form>
  );
}
