import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { AmountField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import type { Draft, TermsDraft } from './draft.ts';

const amount = { inputMode: 'decimal', required: true, maxLength: 10 } as const;
const days = { inputMode: 'numeric', maxLength: 2 } as const;

type TermsProps = {
  form: Form<Draft>;
  path: 'elsewhere' | `zones.${number}`;
  terms: TermsDraft;
  set: (change: (terms: TermsDraft) => TermsDraft) => void;
};

/** What delivery costs and how long it takes. */
export function Terms({ form, path, terms, set }: TermsProps) {
  const delivers = terms.charge !== 'none';
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Delivery charge" {...form.field(`${path}.charge`)}>
          <option value="free">Free</option>
          <option value="flat">Flat charge</option>
          <option value="total">By cart total</option>
          <option value="weight">By weight</option>
          <option value="none">No delivery here</option>
        </SelectField>
        {terms.charge === 'flat' && (
          <Field label="Charge (₹)" {...amount} {...form.field(`${path}.rates.0.amount`)} />
        )}
      </div>
      {(terms.charge === 'total' || terms.charge === 'weight') && (
        <Bands form={form} path={path} terms={terms} set={set} />
      )}
      {terms.charge === 'weight' && (
        <AmountField
          label="Free from a total of (₹)"
          optional
          maxLength={10}
          hint="A product without a weight counts as 0 g: see Weight (g) on its page."
          {...form.field(`${path}.freeFrom`)}
        />
      )}
      {delivers && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(
            [
              ['dispatch', 'Days until dispatch'],
              ['transit', 'Days in transit'],
            ] as const
          ).map(([part, label]) => (
            <fieldset key={part} className="grid grid-cols-2 gap-3">
              <legend className="mb-1.5 text-sm font-medium">{label}</legend>
              <Field label="From" {...days} {...form.field(`${path}.days.${part}.min`)} />
              <Field label="To" {...days} {...form.field(`${path}.days.${part}.max`)} />
            </fieldset>
          ))}
        </div>
      )}
    </div>
  );
}

function Bands({ form, path, terms, set }: TermsProps) {
  const setRates = (change: (rates: TermsDraft['rates']) => TermsDraft['rates']) =>
    set((before) => ({ ...before, rates: change(before.rates) }));
  const isByWeight = terms.charge === 'weight';
  return (
    <div className="grid gap-3">
      <ol className="grid gap-3">
        {terms.rates.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity of its own
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
            {index === 0 ? (
              <p className="mt-9 text-ink-soft">From {isByWeight ? '0 g' : '₹0'}</p>
            ) : (
              <Field
                label={isByWeight ? 'From a weight of (g)' : 'From a total of (₹)'}
                {...amount}
                {...form.field(`${path}.rates.${index}.from`)}
              />
            )}
            <Field
              label="Charge (₹)"
              {...amount}
              {...form.field(`${path}.rates.${index}.amount`)}
              {...(index > 0 && { hint: '0 is free' })}
            />
            <IconButton
              icon={Trash2}
              label={`Remove rate ${index + 1}`}
              disabled={index === 0}
              onClick={() => setRates((rates) => rates.toSpliced(index, 1))}
              className="mt-7 hover:text-madder"
            />
          </li>
        ))}
      </ol>
      <ErrorText>{form.errors[`${path}.rates`]}</ErrorText>
      <Button
        variant="secondary"
        disabled={terms.rates.length >= 10}
        onClick={() =>
          setRates((rates) => [...rates, { from: '', amount: rates.length === 1 && !isByWeight ? '0' : '' }])
        }
        className="justify-self-start"
      >
        <Plus className="size-4" />
        Add rate
      </Button>
    </div>
  );
}
