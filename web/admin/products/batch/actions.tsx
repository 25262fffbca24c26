import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
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

/** A change that the owner confirms before it is made. */
type Asked = { title: string; action: string; text: string; change: object };
const undoNote = 'You can undo this on this page for a day.';

/** What to do with the selected products. What is missing is said in the words of spec §5. */
export function BatchActions({ count, categories, onStart }: Props) {
  const [action, setAction] = useState<Action>('category');
  const [category, setCategory] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
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
    const products = count === 1 ? '1 product' : `${count.toLocaleString('en-IN')} products`;
    if (action === 'delete')
      return setAsked({
        title: `Delete ${products}?`,
        action: 'Delete',
        text: 'They are removed from the shop at once. Existing orders still show them.',
        change: { action },
      });
    if (action === 'category') {
      if (!category) return setError('Please select a category');
      return void start({ action, category, subcategory: text('subcategory') });
    }
    if (action === 'status') {
      if (!text('status')) return setError('Please select a status');
      const status = text('status');
      const shown = status === 'active' || status === 'featured';
      return setAsked({
        title: `Set ${products} to ${status.charAt(0).toUpperCase()}${status.slice(1)}?`,
        action: 'Set status',
        text: `${shown ? 'They appear in the shop at once.' : 'They are no longer shown in the shop.'} ${undoNote}`,
        change: { action, status },
      });
    }
    const discount = text('discount');
    const fits = /^(\d{1,2}(\.\d)?|100(\.0)?)$/.test(discount);
    if (!fits) return setError('Please enter a valid discount percentage (0-100)');
    const percent = Number(discount);
    setAsked({
      title:
        percent > 0
          ? `Set a discount of ${percent}% on ${products}?`
          : `Remove the discount from ${products}?`,
      action: percent > 0 ? 'Set discount' : 'Remove discount',
      text: `${
        percent > 0
          ? `Each selling price becomes the list price less ${percent}%. Current selling prices are replaced.`
          : 'Each selling price becomes the list price.'
      } ${undoNote}`,
      change: { action, discount: percent },
    });
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
            <option value="">{categories.length > 0 ? 'Choose a category' : 'No categories yet'}</option>
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
            <option value="">{category ? 'No subcategory' : 'Choose a category first'}</option>
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
      {action === 'category' && categories.length === 0 && (
        <p className="w-full text-ink-soft">
          There is no category yet.{' '}
          <Link to="/admin/categories" className="text-press underline underline-offset-4">
            Add a category
          </Link>
        </p>
      )}
      {error && (
        <p role="alert" className="w-full font-medium text-madder">
          {error}
        </p>
      )}
      <Confirm
        open={asked !== null}
        title={asked?.title ?? ''}
        action={asked?.action ?? ''}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked) await start(asked.change);
        }}
      >
        <p>{asked?.text}</p>
      </Confirm>
    </form>
  );
}
