import { type ReactNode, type SubmitEvent, useState } from 'react';
import { importFields } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { AmountField } from '../../parts/form/fields.tsx';

/** How a file is imported. */
export type Settings = {
  /** The value of one unit of the file's currency in rupees; null until it is chosen. */
  rupeesPerUnit: number | null;
  /** Whether the prices of another shop's file contain GST. */
  pricesIncludeGst: boolean;
  newProducts: 'draft' | 'file';
  /** Which product a row is, by its line: an id, or `new`. */
  answers: Record<string, string>;
  /** The ids of combinations that the file does not name and that are removed. */
  remove: string[];
};
export const defaultSettings: Settings = {
  rupeesPerUnit: null,
  pricesIncludeGst: true,
  newProducts: 'draft',
  answers: {},
  remove: [],
};

export type SettingsProps = { settings: Settings; onChange: (settings: Settings) => void };

/** Asks for the currency of another shop's file, which does not state it. */
export function CurrencyQuestion({ settings, onChange }: SettingsProps) {
  const [isForeign, setForeign] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { rupeesPerUnit } = settings;
  function choose(next: boolean) {
    setForeign(next);
    onChange({ ...settings, rupeesPerUnit: next ? null : 1 });
  }
  function convert(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const rate = importFields.shape.rupeesPerUnit.safeParse(new FormData(event.currentTarget).get('rate'));
    setError(rate.error?.issues[0]?.message ?? null);
    onChange({ ...settings, rupeesPerUnit: rate.data ?? null });
  }
  return (
    <Question name="Currency of the prices" title="Which currency are the prices in?">
      <p className="mb-2 text-ink-soft">The file does not state its currency.</p>
      <Radio
        name="currency"
        label="Indian rupees"
        checked={!isForeign && rupeesPerUnit === 1}
        onChange={() => choose(false)}
      />
      <Radio name="currency" label="Another currency" checked={isForeign} onChange={() => choose(true)} />
      {isForeign && (
        <form onSubmit={convert} className="mt-2 flex flex-wrap items-start gap-3" noValidate>
          <AmountField
            label="Rupees for one unit"
            name="rate"
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
        <p role="status" className="figures mt-2">
          {`1 unit is worth ${rupeesPerUnit} rupees. The prices below are converted.`}
        </p>
      )}
    </Question>
  );
}

const taxes = [
  [true, 'They include GST', 'Shoppers pay what is in the file.'],
  [false, 'GST is added', 'The rate of each product is added to its prices; new products have 18%.'],
] as const;

/** Asks whether the prices of another shop's file contain GST, which it does not state. */
export const GstQuestion = ({ settings, onChange }: SettingsProps) => (
  <Question name="GST in the prices" title="Do the prices in the file include GST?">
    {taxes.map(([pricesIncludeGst, label, hint]) => (
      <Radio
        key={label}
        name="gst"
        label={label}
        hint={hint}
        checked={settings.pricesIncludeGst === pricesIncludeGst}
        onChange={() => onChange({ ...settings, pricesIncludeGst })}
      />
    ))}
  </Question>
);

const statuses = [
  ['draft', 'Import as draft', 'Shoppers can’t see them until you publish them.'],
  ['file', 'Import with the status in the file', 'Products that are active in the file go on sale at once.'],
] as const;

/** Chooses whether new products are published at once. */
export const NewProductsChoice = ({ settings, onChange }: SettingsProps) => (
  <Question name="New products" title="New products">
    {statuses.map(([newProducts, label, hint]) => (
      <Radio
        key={newProducts}
        name="newProducts"
        label={label}
        hint={hint}
        checked={settings.newProducts === newProducts}
        onChange={() => onChange({ ...settings, newProducts })}
      />
    ))}
  </Question>
);

export const Question = ({ name, title, children }: { name: string; title: string; children: ReactNode }) => (
  <fieldset className="rounded-md bg-card p-4 ring-1 ring-line">
    <legend className="sr-only">{name}</legend>
    <p className="mb-1 font-medium" aria-hidden="true">
      {title}
    </p>
    {children}
  </fieldset>
);

type RadioProps = { name: string; label: string; hint?: string; checked: boolean; onChange: () => void };

export const Radio = ({ label, hint, ...input }: RadioProps) => (
  <label className="flex min-h-11 items-center gap-3 py-1 lg:min-h-9">
    <input type="radio" {...input} className="size-5 shrink-0 accent-press" />
    <span>
      {label}
      {hint && <span className="block text-xs text-ink-soft">{hint}</span>}
    </span>
  </label>
);
