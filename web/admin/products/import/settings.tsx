import { type ReactNode, type SubmitEvent, useState } from 'react';
import { importFields } from '../../../../shared/contract/catalogue-jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';

/** How a file is imported. */
export type Settings = {
  /** The value of one unit of the file's currency in rupees; null until it is chosen. */
  rupeesPerUnit: number | null;
  newProducts: 'draft' | 'file';
};
export const defaultSettings: Settings = { rupeesPerUnit: null, newProducts: 'draft' };

type Props = { settings: Settings; onChange: (settings: Settings) => void };

/** Asks for the currency of another shop's file, which does not state it. */
export function CurrencyQuestion({ settings, onChange }: Props) {
  const [isForeign, setForeign] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { rupeesPerUnit } = settings;
  const convert = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rate = importFields.shape.rupeesPerUnit.safeParse(new FormData(event.currentTarget).get('rate'));
    setError(rate.error?.issues[0]?.message ?? null);
    onChange({ ...settings, rupeesPerUnit: rate.data ?? null });
  };
  return (
    <fieldset className="rounded-md bg-card p-4 ring-1 ring-line">
      <legend className="sr-only">Currency of the prices</legend>
      <p className="font-medium" aria-hidden="true">
        Which currency are the prices in?
      </p>
      <p className="mb-2 text-ink-soft">The file does not state its currency.</p>
      <Radio
        name="currency"
        checked={!isForeign && rupeesPerUnit === 1}
        onChange={() => {
          setForeign(false);
          onChange({ ...settings, rupeesPerUnit: 1 });
        }}
      >
        Indian rupees
      </Radio>
      <Radio
        name="currency"
        checked={isForeign}
        onChange={() => {
          setForeign(true);
          onChange({ ...settings, rupeesPerUnit: null });
        }}
      >
        Another currency
      </Radio>
      {isForeign && (
        <form onSubmit={convert} className="mt-2 flex flex-wrap items-start gap-3" noValidate>
          <Field
            label="Rupees for one unit"
            name="rate"
            inputMode="decimal"
            placeholder="83.50"
            error={error}
            className="w-48"
          />
          <Button type="submit" variant="secondary" className="mt-6">
            Convert the prices
          </Button>
        </form>
      )}
      {rupeesPerUnit !== null && rupeesPerUnit !== 1 && (
        <p
          role="status"
          className="figures mt-2"
        >{`1 unit is worth ${rupeesPerUnit} rupees. The prices below are converted.`}</p>
      )}
    </fieldset>
  );
}

/** Chooses whether new products are published at once. */
export function NewProductsChoice({ settings, onChange }: Props) {
  const choose = (newProducts: Settings['newProducts']) => onChange({ ...settings, newProducts });
  return (
    <fieldset className="rounded-md bg-card p-4 ring-1 ring-line">
      <legend className="sr-only">New products</legend>
      <p className="mb-2 font-medium" aria-hidden="true">
        New products
      </p>
      <Radio
        name="newProducts"
        checked={settings.newProducts === 'draft'}
        onChange={() => choose('draft')}
        hint="Shoppers can’t see them until you publish them."
      >
        Import as draft
      </Radio>
      <Radio
        name="newProducts"
        checked={settings.newProducts === 'file'}
        onChange={() => choose('file')}
        hint="Products that are active in the file go on sale at once."
      >
        Import with the status in the file
      </Radio>
    </fieldset>
  );
}

function Radio(props: {
  name: string;
  checked: boolean;
  onChange: () => void;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3 py-1 lg:min-h-9">
      <input
        type="radio"
        name={props.name}
        checked={props.checked}
        onChange={props.onChange}
        className="size-5 accent-press"
      />
      <span>
        {props.children}
        {props.hint && <span className="block text-xs text-ink-soft">{props.hint}</span>}
      </span>
    </label>
  );
}
