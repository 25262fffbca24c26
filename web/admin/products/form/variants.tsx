import { ArrowDown, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, memo, useId, useState } from 'react';
import { maxVariants } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { combined, type DraftOffer, type DraftOption, type DraftVariant } from './combinations.ts';
import { offered, percentOff } from './draft.ts';
import type { DraftForm } from './fields.tsx';
import { barcodeHint, marginText, saleText, useTaxation } from './offer-fields.tsx';

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
            {offered(draft).length >= maxVariants && ` (at most ${maxVariants})`}
            {!draft.isGiftCard && soldOutText(offered(draft))}
          </p>
          <VariantRows form={form} />
        </>
      )}
    </div>
  );
}

type Cell = { name: keyof DraftOffer; label: string; input?: ComponentProps<'input'> };

/** What is edited most; the rest opens below the row, because a table of 14 columns fits no screen. */
const mainCells: Cell[] = [
  { name: 'price', label: 'List price', input: { inputMode: 'decimal' } },
  { name: 'finalPrice', label: 'Selling price', input: { inputMode: 'decimal' } },
  { name: 'sku', label: 'SKU', input: { maxLength: 100, placeholder: 'Generated' } },
  { name: 'countInStock', label: 'Stock', input: { inputMode: 'numeric', placeholder: '0' } },
];
const moreCells: Cell[] = [
  { name: 'cost', label: 'Cost price', input: { inputMode: 'decimal' } },
  { name: 'barcode', label: 'Barcode', input: { maxLength: 60 } },
  { name: 'salePrice', label: 'Sale price', input: { inputMode: 'decimal' } },
  { name: 'saleFrom', label: 'Sale starts', input: { type: 'datetime-local' } },
  { name: 'saleUntil', label: 'Sale ends', input: { type: 'datetime-local' } },
  { name: 'weightGrams', label: 'Weight (g)', input: { inputMode: 'numeric' } },
  { name: 'lowStockAt', label: 'Low stock at', input: { inputMode: 'numeric' } },
  { name: 'netQuantity', label: 'Net quantity', input: { maxLength: 40, placeholder: '250 g' } },
  { name: 'shelfCode', label: 'Shelf code', input: { maxLength: 30 } },
];
const headings = ['Combination', 'List price (MRP)', 'Selling price', 'SKU', 'Stock', 'Picture'];
const headingsOfGiftCards = ['Combination', 'Amount', 'SKU', 'Picture'];
const columnsOf = (isGiftCard: boolean) =>
  isGiftCard
    ? 'gap-2 @2xl:grid-cols-[minmax(4rem,1fr)_6rem_minmax(6rem,2fr)_9rem]'
    : 'gap-2 @2xl:grid-cols-[minmax(5rem,1.5fr)_5.5rem_5.5rem_minmax(6rem,1fr)_4rem_8rem_4.5rem]';

/** What "… for all" buttons copy from the first combination, if it has a value. */
const fills: { label: string; names: (keyof DraftOffer)[] }[] = [
  { label: 'Same price for all', names: ['price', 'finalPrice'] },
  { label: 'Same stock for all', names: ['countInStock'] },
  { label: 'Same cost for all', names: ['cost'] },
  { label: 'Same sale for all', names: ['salePrice', 'saleFrom', 'saleUntil'] },
  { label: 'Same weight for all', names: ['weightGrams'] },
];

/** Longer lists scroll, and can be searched. */
const maxUnsearched = 20;

/** The combinations, each in a row of fields; on narrow screens each is a block. */
function VariantRows({ form }: { form: DraftForm }) {
  const { variants, pictures, isGiftCard } = form.values;
  const taxation = useTaxation(form.values);
  const [first] = variants;
  const [search, setSearch] = useState('');
  const isLong = variants.length > maxUnsearched;
  const words = isLong ? search.toLowerCase().split(/\s+/) : [];
  const isFound = ({ values }: DraftVariant) =>
    words.every((word) => values.some((value) => value.toLowerCase().includes(word)));
  const change = (changes: Partial<DraftVariant>, isIncluded = (_: number) => true) =>
    form.change(
      (before) => ({
        variants: before.variants.map((row, i) => (isIncluded(i) ? { ...row, ...changes } : row)),
      }),
      ['variants'],
    );
  const rowErrors = errorsOfRows(form.errors, variants);
  const offeredFills = fills.filter(
    ({ names: [name = 'price'] }) =>
      first && (first[name] !== '' || name === 'price' || name === 'countInStock'),
  );
  return (
    <div className="@container grid gap-2">
      {variants.length > 1 && first && (
        <div className="flex flex-wrap gap-x-4">
          {(isGiftCard ? fills.slice(0, 1) : offeredFills).map(({ label, names }) => (
            <FillDown
              key={label}
              label={label}
              onClick={() => change(Object.fromEntries(names.map((name) => [name, first[name]])))}
            />
          ))}
        </div>
      )}
      {isLong && (
        <input
          type="search"
          aria-label="Find combinations"
          placeholder="Find combinations, such as “M blue”"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // It would save the product.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="office-input w-full sm:max-w-xs"
        />
      )}
      <div
        aria-hidden="true"
        className={`grid items-end px-3 text-xs text-ink-soft @max-2xl:hidden ${columnsOf(isGiftCard)}`}
      >
        {(isGiftCard ? headingsOfGiftCards : headings).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul
        className={`divide-y divide-line rounded-md ring-1 ring-line ${isLong ? 'max-h-[75dvh] overflow-y-auto overscroll-contain' : ''}`}
      >
        {variants.map((variant, i) => (
          <MemoRow
            key={variant.values.join(' / ')}
            variant={variant}
            pictures={pictures}
            isGiftCard={isGiftCard}
            hsn={taxation.hsn}
            gstTenths={taxation.gstTenths}
            errors={rowErrors.get(i)}
            isHidden={!isFound(variant)}
            onChange={(changes) => change(changes, (index) => index === i)}
          />
        ))}
      </ul>
    </div>
  );
}

/** The errors of each row by field. The request contains only the offered rows, and errors are named by it. */
function errorsOfRows(errors: Record<string, string>, variants: DraftVariant[]) {
  const rows = new Map<number, Record<string, string>>();
  const indexes = [...variants.keys()].filter((i) => variants[i]?.offered);
  for (const [path, message] of Object.entries(errors)) {
    const [list, place, name = ''] = path.split('.');
    const row = list === 'variants' ? indexes[Number(place)] : undefined;
    if (row !== undefined) rows.set(row, { ...rows.get(row), [name]: message });
  }
  return rows;
}

type RowProps = {
  variant: DraftVariant;
  pictures: string[];
  isGiftCard: boolean;
  hsn: string | null;
  gstTenths: number;
  errors: Record<string, string> | undefined;
  isHidden: boolean;
  onChange: (changes: Partial<DraftVariant>) => void;
};

/** Of 250 rows only the one that is edited is rendered again. `onChange` does the same in each rendering. */
const MemoRow = memo(
  VariantRow,
  (before, after) =>
    before.variant === after.variant &&
    before.pictures === after.pictures &&
    before.isGiftCard === after.isGiftCard &&
    before.hsn === after.hsn &&
    before.gstTenths === after.gstTenths &&
    before.isHidden === after.isHidden &&
    JSON.stringify(before.errors) === JSON.stringify(after.errors),
);

function VariantRow(props: RowProps) {
  const { variant, pictures, isGiftCard, hsn, gstTenths, errors = {}, isHidden, onChange } = props;
  const { values, offered: isForSale, price, image } = variant;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const title = values.join(' / ');
  const percent = percentOff(variant);
  const reduction = { placeholder: price, hint: percent ? `${percent}% off` : undefined };
  const choices = Object.fromEntries(pictures.map((path, i) => [path, `Picture ${i + 1}`]));
  const isShown = isOpen || moreCells.some(({ name }) => errors[name]);
  const { text, isNegative } = marginText(variant, { hsn, gstTenths });
  const cellOf = ({ name, label, input }: Cell) => (
    <CellField
      key={name}
      label={label}
      variant={title}
      value={variant[name]}
      error={errors[name]}
      {...(name === 'finalPrice' && reduction)}
      {...input}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <li
      hidden={isHidden && Object.keys(errors).length === 0}
      className={`p-3 ${isForSale ? '' : 'bg-paper-deep text-ink-soft'}`}
    >
      <div className={`grid grid-cols-2 items-start ${columnsOf(isGiftCard)}`}>
        <label className="col-span-2 flex min-h-9 items-center gap-2.5 font-medium wrap-anywhere @2xl:col-span-1">
          <input
            type="checkbox"
            checked={isForSale}
            onChange={(event) => onChange({ offered: event.target.checked })}
            className="size-4.5 shrink-0"
          />
          {title}
        </label>
        {isForSale && (
          <>
            {mainCells.filter(({ name }) => !isGiftCard || name === 'price' || name === 'sku').map(cellOf)}
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
            {!isGiftCard && (
              <button
                type="button"
                aria-expanded={isShown}
                aria-controls={details}
                aria-label={`More about ${title}`}
                onClick={() => setOpen(!isShown)}
                className="inline-flex min-h-9 items-center gap-1 self-end text-press underline-offset-4 hover:underline @2xl:self-auto"
              >
                More
                <ChevronDown className={`size-3.5 ${isShown ? 'rotate-180' : ''}`} />
              </button>
            )}
          </>
        )}
      </div>
      {isForSale && !isGiftCard && (isNegative || isShown) && (
        <p className={`figures mt-1 text-xs ${isNegative ? 'font-medium text-madder' : 'text-ink-soft'}`}>
          {[text, saleText(variant), variant.barcode && barcodeHint(variant.barcode)]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {isForSale && !isGiftCard && (
        <div id={details} hidden={!isShown}>
          {isShown && (
            <div className="mt-2 grid grid-cols-2 gap-2 @md:grid-cols-3 @3xl:grid-cols-5">
              {moreCells.map((cell) => cellOf(cell))}
            </div>
          )}
        </div>
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

function CellField({ label, variant, error, hint, ...input }: CellProps & ComponentProps<'input'>) {
  const isMain = mainCells.some((cell) => cell.label === label);
  return (
    <div className={`min-w-0 ${input.type === 'datetime-local' ? 'col-span-2' : ''}`}>
      <span aria-hidden="true" className={`mb-1 block text-xs text-ink-soft ${isMain ? '@2xl:hidden' : ''}`}>
        {label}
      </span>
      <input
        placeholder={isMain ? label : '–'}
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
