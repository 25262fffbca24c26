import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { ProductSearch } from '../../parts/form/product-search.tsx';
import type { LabelledProps } from './field-props.ts';

const link = z.object({ label: z.string(), to: z.string() }).catch({ label: '', to: '' });

/** A link with its words: its address is typed, or chosen from what the shop has. */
export function LinkInput(props: LabelledProps) {
  const { path, errors, onChange, label, hint } = props;
  const value = link.parse(props.value);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <fieldset className="grid gap-3 rounded-md p-3 ring-1 ring-line">
      <legend className="px-1 font-medium">{label}</legend>
      <Field
        label="Words"
        name={`${path}.label`}
        maxLength={60}
        hint={hint ?? (value.label ? undefined : 'Without words it is not shown.')}
        value={value.label}
        error={errors[`${path}.label`] ?? errors[path] ?? null}
        onChange={({ target }) => onChange({ ...value, label: target.value }, `${path}.label`)}
      />
      <div className="flex items-start gap-2">
        <Field
          label="Leads to"
          name={`${path}.to`}
          maxLength={500}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="/products"
          className="min-w-0 grow"
          value={value.to}
          error={errors[`${path}.to`] ?? null}
          onChange={({ target }) => onChange({ ...value, to: target.value }, `${path}.to`)}
        />
        <Button
          variant="secondary"
          aria-label={`Choose where “${label}” leads to`}
          onClick={() => setIsChoosing(true)}
          className="mt-6.5 shrink-0"
        >
          Choose
        </Button>
      </div>
      {isChoosing && (
        <TargetDialog
          onClose={() => setIsChoosing(false)}
          onChoose={(name, to) => {
            onChange({ label: value.label || name.slice(0, 60), to }, '');
            setIsChoosing(false);
          }}
        />
      )}
    </fieldset>
  );
}

type Target = readonly [name: string, to: string];

const shopPages: Target[] = [
  ['Home page', '/'],
  ['All products', '/products'],
  ['Featured products', '/products?isFeatured=true'],
  ['Trending products', '/products?isTrending=true'],
  ['Deals', '/deals'],
  ['Makers', '/brands'],
  ['About the shop', '/about'],
  ['Contact', '/contact'],
  ['Track an order', '/track-order'],
];
const policies: Target[] = [
  ['Shipping policy', '/shipping-policy'],
  ['Returns and refunds', '/returns-refunds'],
  ['Privacy policy', '/privacy-policy'],
  ['Terms and conditions', '/terms-condition'],
];

/** The groups of addresses to choose from, as far as they have been loaded. */
function useTargets(): Record<string, Target[]> {
  const pages = useQuery(read('GET /design/pages')).data ?? [];
  const categories = useQuery(read('GET /categories')).data?.items ?? [];
  const own = pages.filter(({ kind, isPublished }) => kind === 'page' && isPublished);
  return {
    Pages: [...shopPages, ...own.map(({ title, path }): Target => [title, path])],
    Categories: categories.map(({ name, slug }): Target => [name, `/products?category=${slug}`]),
    Policies: policies,
  };
}

function TargetDialog(props: { onClose: () => void; onChoose: (name: string, to: string) => void }) {
  const { onClose, onChoose } = props;
  return (
    <Dialog open onClose={onClose} title="Where does it lead to?">
      <div className="grid gap-5 p-5 text-sm">
        <ProductSearch label="Search products" error={undefined}>
          {(products) => (
            <Targets
              name="Products"
              targets={products.map(({ name, slug }): Target => [name, `/products/${slug}`])}
              onChoose={onChoose}
            />
          )}
        </ProductSearch>
        {Object.entries(useTargets()).map(([name, targets]) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-semibold">{name}</h3>
            <Targets name={name} targets={targets} onChoose={onChoose} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Targets(props: { name: string; targets: Target[]; onChoose: (name: string, to: string) => void }) {
  return (
    <ul aria-label={props.name} className="divide-y divide-line">
      {props.targets.map(([name, to]) => (
        <li key={to}>
          <button
            type="button"
            onClick={() => props.onChoose(name, to)}
            className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-md px-2 text-left hover:bg-paper-deep"
          >
            <span className="wrap-anywhere">{name}</span>
            <span className="text-xs text-ink-soft wrap-anywhere">{to}</span>
          </button>
        </li>
      ))}
      {props.targets.length === 0 && <li className="py-2 text-ink-soft">No match.</li>}
    </ul>
  );
}
