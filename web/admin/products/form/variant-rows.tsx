import { ArrowDown } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import type { DraftVariant } from './combinations.ts';
import { type DraftErrors, percentOff } from './draft.ts';

type Props = {
  variants: DraftVariant[];
  pictures: string[];
  errors: DraftErrors;
  onChange: (variants: DraftVariant[]) => void;
};

const columns = 'gap-2 @2xl:grid-cols-[minmax(5rem,1fr)_5.5rem_5.5rem_minmax(6rem,1fr)_4rem_4rem_6.5rem]';

/** The combinations, each in a row of fields; on narrow screens each is a block. */
export function VariantRows({ variants, pictures, errors, onChange }: Props) {
  const set = (i: number, change: Partial<DraftVariant>) =>
    onChange(variants.map((variant, at) => (at === i ? { ...variant, ...change } : variant)));
  const first = variants[0];
  const places = placesOf(variants);
  return (
    <div className="@container grid gap-2">
      {variants.length > 1 && first && (
        <div className="flex flex-wrap gap-x-4">
          <FillDown
            label="Same price for all"
            onClick={() => {
              const { price, finalPrice } = first;
              onChange(variants.map((v) => ({ ...v, price, finalPrice })));
            }}
          />
          <FillDown
            label="Same stock for all"
            onClick={() => onChange(variants.map((v) => ({ ...v, countInStock: first.countInStock })))}
          />
        </div>
      )}
      <div aria-hidden="true" className={`grid px-3 text-xs text-ink-soft @max-2xl:hidden ${columns}`}>
        <span>Combination</span>
        <span>List price (MRP)</span>
        <span>Selling price</span>
        <span>SKU</span>
        <span>Stock</span>
        <span>Low at</span>
        <span>Picture</span>
      </div>
      <ul className="divide-y divide-line rounded-md ring-1 ring-line">
        {variants.map((variant, i) => {
          const name = variant.values.join(' / ');
          const error = (field: string) =>
            places[i] === undefined ? undefined : errors[`variants.${places[i]}.${field}`];
          return (
            <li
              key={name}
              className={`grid grid-cols-2 items-start p-3 ${columns} ${variant.offered ? '' : 'bg-paper-deep text-ink-soft'}`}
            >
              <label className="col-span-2 flex min-h-9 items-center gap-2.5 font-medium @2xl:col-span-1">
                <input
                  type="checkbox"
                  checked={variant.offered}
                  onChange={(event) => set(i, { offered: event.target.checked })}
                  className="size-4.5"
                />
                {name}
              </label>
              {variant.offered && (
                <>
                  <Cell
                    label="List price"
                    of={name}
                    name={`variants.${i}.price`}
                    error={error('price')}
                    inputMode="decimal"
                    value={variant.price}
                    onChange={(event) => set(i, { price: event.target.value })}
                  />
                  <Cell
                    label="Selling price"
                    of={name}
                    name={`variants.${i}.finalPrice`}
                    error={error('finalPrice')}
                    inputMode="decimal"
                    value={variant.finalPrice}
                    placeholder={variant.price}
                    note={percentNote(variant)}
                    onChange={(event) => set(i, { finalPrice: event.target.value })}
                  />
                  <Cell
                    label="SKU"
                    of={name}
                    name={`variants.${i}.sku`}
                    error={error('sku')}
                    value={variant.sku}
                    maxLength={100}
                    placeholder="Generated"
                    onChange={(event) => set(i, { sku: event.target.value })}
                  />
                  <Cell
                    label="Stock"
                    of={name}
                    name={`variants.${i}.countInStock`}
                    error={error('countInStock')}
                    inputMode="numeric"
                    value={variant.countInStock}
                    onChange={(event) => set(i, { countInStock: event.target.value })}
                  />
                  <Cell
                    label="Low stock at"
                    of={name}
                    name={`variants.${i}.lowStockAt`}
                    error={error('lowStockAt')}
                    inputMode="numeric"
                    placeholder="Shop’s"
                    value={variant.lowStockAt}
                    onChange={(event) => set(i, { lowStockAt: event.target.value })}
                  />
                  <PictureChoice
                    of={name}
                    value={variant.image}
                    pictures={pictures}
                    onChange={(image) => set(i, { image })}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function percentNote(variant: DraftVariant): string | undefined {
  const percent = percentOff(variant);
  return percent ? `${percent}% off` : undefined;
}

/** Where each offered row stands in the body's list, which is how its errors are named. */
function placesOf(variants: DraftVariant[]): (number | undefined)[] {
  let place = 0;
  return variants.map(({ offered }) => (offered ? place++ : undefined));
}

function FillDown({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-9 items-center gap-1 text-press underline-offset-4 hover:underline"
    >
      <ArrowDown className="size-3.5" aria-hidden="true" />
      {label}
    </button>
  );
}

function Cell({
  label,
  of,
  error,
  note,
  ...input
}: {
  label: string;
  of: string;
  error?: string | undefined;
  note?: string | undefined;
} & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className="min-w-0">
      <span aria-hidden="true" className="mb-1 block text-xs text-ink-soft @2xl:hidden">
        {label}
      </span>
      <input
        placeholder={label}
        {...input}
        aria-label={`${label} of ${of}`}
        aria-invalid={error ? true : undefined}
        className="office-input w-full"
      />
      {note && !error && <p className="figures mt-1 text-xs text-ink-soft">{note}</p>}
      {error && (
        <p role="alert" className="mt-1 text-xs font-medium text-madder">
          {error}
        </p>
      )}
    </div>
  );
}

function PictureChoice(props: {
  of: string;
  value: string;
  pictures: string[];
  onChange: (path: string) => void;
}) {
  const { of, value, pictures, onChange } = props;
  return (
    <div className="flex min-w-0 items-center gap-2 self-end @2xl:self-auto">
      <span className="w-9 shrink-0 overflow-hidden rounded-sm">
        <Picture path={value || pictures[0]} alt="" sizes="36px" />
      </span>
      <select
        aria-label={`Picture of ${of}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="office-input min-w-0 flex-1 "
      >
        <option value="">As product</option>
        {pictures.map((path, i) => (
          <option key={path} value={path}>
            Picture {i + 1}
          </option>
        ))}
        {value && !pictures.includes(value) && <option value={value}>Its own</option>}
      </select>
    </div>
  );
}
