import { ArrowDown, Plus, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { combined, type DraftOption, type DraftVariant, maxCombinations } from './combinations.ts';
import { offered, percentOff } from './draft.ts';
import type { DraftForm } from './fields.tsx';

const optionClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]';

/** Which combinations shoppers can't buy; empty if all are in stock. */
function soldOutText(variants: DraftVariant[]): string {
  const { length } = variants.filter(({ countInStock }) => Number(countInStock) === 0);
  if (length === 0) return '';
  return `. ${length === 1 ? '1 has no stock and is shown' : `${length} have no stock and are shown`} as out of stock.`;
}

/** Up to three options and the combinations they make, each with its own price, SKU, stock and picture. */
export function Variants({ form }: { form: DraftForm }) {
  const { errors, values: draft } = form;
  const { options, variants } = draft;
  const setOptions = (next: DraftOption[], origin?: (number | undefined)[]) =>
    form.change((before) => ({ options: next, variants: combined(next, before, before, origin) }));
  const indexes = options.map((_, i) => i);
  const setOption = (i: number, change: Partial<DraftOption>) =>
    setOptions(options.map((option, index) => (index === i ? { ...option, ...change } : option)));

  return (
    <div className="grid gap-4">
      {options.map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its index
        <div key={i} className={optionClass}>
          <Field
            label={`Option ${i + 1}`}
            name={`options.${i}.name`}
            placeholder="Size"
            maxLength={40}
            value={option.name}
            error={errors[`options.${i}.name`]}
            onChange={(event) => setOption(i, { name: event.target.value })}
          />
          <Field
            className="order-3 col-span-2 sm:order-2 sm:col-span-1"
            label="Values"
            name={`options.${i}.values`}
            placeholder="S, M, L"
            hint="With commas between them; one that contains a comma in quotes"
            value={option.values}
            error={errors[`options.${i}.values`]}
            onChange={(event) => setOption(i, { values: event.target.value })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove option ${i + 1}`}
            onClick={() => setOptions(options.toSpliced(i, 1), indexes.toSpliced(i, 1))}
            className="order-2 mt-7 hover:text-madder sm:order-3 sm:mt-6"
          />
        </div>
      ))}
      <ErrorText>{errors.options}</ErrorText>
      {options.length < 3 && (
        <div>
          <Button
            icon={Plus}
            variant="secondary"
            onClick={() => setOptions([...options, { name: '', values: '' }], [...indexes, undefined])}
          >
            Add an option
          </Button>
          {options.length === 0 && (
            <p className="mt-2 text-xs text-ink-soft">
              For products that come in sizes, colours or the like.
            </p>
          )}
        </div>
      )}
      <ErrorText>{errors.variants}</ErrorText>
      {variants.length > 0 && (
        <>
          <p className="figures text-ink-soft">
            {offered(draft).length} of {variants.length} combinations offered
            {variants.length >= maxCombinations && ` (at most ${maxCombinations})`}
            {!draft.isGiftCard && soldOutText(offered(draft))}
          </p>
          <VariantRows form={form} />
        </>
      )}
    </div>
  );
}

const cells = [
  { name: 'price', label: 'List price', inputMode: 'decimal' },
  { name: 'finalPrice', label: 'Selling price', inputMode: 'decimal' },
  { name: 'sku', label: 'SKU', maxLength: 100, placeholder: 'Generated' },
  { name: 'countInStock', label: 'Stock', inputMode: 'numeric', placeholder: '0' },
  { name: 'lowStockAt', label: 'Low stock at', inputMode: 'numeric', placeholder: '–' },
  { name: 'netQuantity', label: 'Net quantity', maxLength: 40, placeholder: '250 g' },
  { name: 'weightGrams', label: 'Weight (g)', inputMode: 'numeric', placeholder: '–' },
  { name: 'shelfCode', label: 'Shelf code', maxLength: 30, placeholder: '–' },
] as const;
const headings = [
  'Combination',
  'List price (MRP)',
  'Selling price',
  'SKU',
  'Stock',
  'Low at',
  'Net quantity',
  'Weight',
  'Shelf',
  'Picture',
];
const ofGiftCards: readonly string[] = ['price', 'sku'];
const headingsOfGiftCards = ['Combination', 'Amount', 'SKU', 'Picture'];
const isShown =
  (isGiftCard: boolean) =>
  ({ name }: { name: string }) =>
    !isGiftCard || ofGiftCards.includes(name);
const isOffered = ({ offered }: DraftVariant) => offered;
const columnsOf = (isGiftCard: boolean) =>
  isGiftCard ? 'gap-2 @2xl:grid-cols-[minmax(4rem,1fr)_6rem_minmax(6rem,2fr)_9rem]' : columns;
// Together 50.5rem: as wide as the form is beside its second column at 1440 px. A narrower table scrolls.
const columns =
  'gap-2 @2xl:grid-cols-[minmax(4.75rem,1fr)_4.5rem_4.5rem_minmax(6rem,1fr)_3.25rem_3.25rem_4rem_3.5rem_3.5rem_7.25rem]';

/** The combinations, each in a row of fields; on narrow screens each is a block. */
function VariantRows({ form }: { form: DraftForm }) {
  const { variants, pictures, isGiftCard } = form.values;
  const [first] = variants;
  const change = (changes: Partial<DraftVariant>, isIncluded = (_: number) => true) =>
    form.change((before) => ({
      variants: before.variants.map((row, i) => (isIncluded(i) ? { ...row, ...changes } : row)),
    }));
  return (
    <div className="@container grid gap-2">
      {variants.length > 1 && first && (
        <div className="flex flex-wrap gap-x-4">
          <FillDown
            label="Same price for all"
            onClick={() => change({ price: first.price, finalPrice: first.finalPrice })}
          />
          {!isGiftCard && (
            <FillDown
              label="Same stock for all"
              onClick={() => change({ countInStock: first.countInStock })}
            />
          )}
        </div>
      )}
      {/* The padding is for the ring of the list, which the box would cut off. */}
      <div className={`overflow-x-auto p-0.5 ${isGiftCard ? '' : '@2xl:*:min-w-[50.5rem]'}`}>
        <div
          aria-hidden="true"
          className={`mb-2 grid items-end px-3 text-xs text-ink-soft @max-2xl:hidden ${columnsOf(isGiftCard)}`}
        >
          {(isGiftCard ? headingsOfGiftCards : headings).map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <ul className="divide-y divide-line rounded-md ring-1 ring-line">
          {variants.map((variant, i) => (
            <VariantRow
              key={variant.values.join(' / ')}
              variant={variant}
              pictures={pictures}
              isGiftCard={isGiftCard}
              // The request contains only the offered rows, and errors are named by it.
              errorOf={(field) =>
                form.errors[`variants.${variants.slice(0, i).filter(isOffered).length}.${field}`]
              }
              onChange={(changes) => change(changes, (index) => index === i)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

type RowProps = {
  variant: DraftVariant;
  pictures: string[];
  isGiftCard: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<DraftVariant>) => void;
};

function VariantRow({ variant, pictures, isGiftCard, errorOf, onChange }: RowProps) {
  const { values, offered, price, image } = variant;
  const title = values.join(' / ');
  const percent = percentOff(variant);
  const reduction = { placeholder: price, hint: percent ? `${percent}% off` : undefined };
  const choices = Object.fromEntries(pictures.map((path, i) => [path, `Picture ${i + 1}`]));
  return (
    <li
      className={`grid grid-cols-2 items-start p-3 ${columnsOf(isGiftCard)} ${offered ? '' : 'bg-paper-deep text-ink-soft'}`}
    >
      <label className="col-span-2 flex min-h-9 items-center gap-2.5 font-medium @2xl:col-span-1">
        <input
          type="checkbox"
          checked={offered}
          onChange={(event) => onChange({ offered: event.target.checked })}
          className="size-4.5 shrink-0"
        />
        {title}
      </label>
      {offered && (
        <>
          {cells.filter(isShown(isGiftCard)).map(({ name, label, ...input }) => (
            <Cell
              key={name}
              label={label}
              variant={title}
              value={variant[name]}
              error={errorOf(name)}
              {...(name === 'finalPrice' && reduction)}
              {...input}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
          <div className="flex min-w-0 items-center gap-2 self-end @2xl:self-auto">
            <Thumbnail path={image || (pictures[0] ?? null)} className="w-9" />
            <select
              aria-label={`Picture of ${title}`}
              value={image}
              onChange={(event) => onChange({ image: event.target.value })}
              className="office-input min-w-0 flex-1"
            >
              <option value="">Main</option>
              <Options labels={image ? { [image]: 'Own picture', ...choices } : choices} />
            </select>
          </div>
        </>
      )}
    </li>
  );
}

function FillDown({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-9 items-center gap-1 text-press underline-offset-4 hover:underline"
    >
      <ArrowDown className="size-3.5" />
      {label}
    </button>
  );
}

type CellProps = { label: string; variant: string; error: string | undefined; hint?: string | undefined };

function Cell({ label, variant, error, hint, ...input }: CellProps & ComponentProps<'input'>) {
  return (
    <div className="min-w-0">
      <span aria-hidden="true" className="mb-1 block text-xs text-ink-soft @2xl:hidden">
        {label}
      </span>
      <input
        placeholder={label}
        {...input}
        aria-label={`${label} of ${variant}`}
        aria-invalid={error ? true : undefined}
        className="office-input w-full"
      />
      {hint && !error && <p className="figures mt-1 text-xs text-ink-soft">{hint}</p>}
      <ErrorText className="mt-1 text-xs">{error}</ErrorText>
    </div>
  );
}
