import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { combined, type DraftOption, type DraftVariant, maxCombinations } from './combinations.ts';
import { offered } from './draft.ts';
import type { DraftForm } from './fields.tsx';
import { VariantRows } from './variant-rows.tsx';

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
