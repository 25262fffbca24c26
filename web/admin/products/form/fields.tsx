import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { slugify } from '../../../../shared/slug.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { namesById, Options } from '../../parts/filters.tsx';
import { RichEditor } from '../../parts/rich-editor/rich-editor.tsx';
import type { useForm } from '../../parts/use-form.ts';
import { type Draft, percentOff } from './draft.ts';

export type DraftForm = ReturnType<typeof useForm<Draft>>;
type Props = { form: DraftForm };

/** Name, slug and description. */
export function Basics({ form }: Props) {
  const { slug, name, description } = form.values;
  return (
    <div className="grid gap-4">
      <Field label="Name" maxLength={300} required {...form.field('name')} />
      <Field
        label="Slug"
        optional
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={slugify(name)}
        hint={
          <span className="break-all">
            The address will be /products/{slugify(slug || name) || 'product'}
          </span>
        }
        {...form.field('slug')}
      />
      <RichEditor
        label="Description"
        value={description}
        error={form.errors.richDescription}
        onChange={(next) => form.change({ description: next }, ['richDescription'])}
      />
    </div>
  );
}

/** Prices, stock and SKU of a product without options; with options these belong to each combination. */
export function Selling({ form }: Props) {
  const percent = percentOff(form.values);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="List price (MRP)"
        inputMode="decimal"
        required
        maxLength={20}
        hint="In rupees, including tax."
        {...form.field('price')}
      />
      <Field
        label="Selling price"
        optional
        inputMode="decimal"
        maxLength={20}
        placeholder={form.values.price}
        hint={
          <output aria-live="polite" className="figures">
            {percent ? `${percent}% off the list price.` : 'Same as the list price if left empty.'}
          </output>
        }
        {...form.field('finalPrice')}
      />
      <Field label="Stock" inputMode="numeric" {...form.field('countInStock')} />
      <Field
        label="Low stock at"
        optional
        inputMode="numeric"
        maxLength={7}
        hint="The shop’s threshold if left empty."
        {...form.field('lowStockAt')}
      />
      <Field
        label="SKU"
        optional
        hint="Generated from the name if left empty."
        maxLength={100}
        {...form.field('sku')}
      />
    </div>
  );
}

const flags = [
  ['isFeatured', 'Featured'],
  ['isTopDeal', 'Top deal'],
  ['isTrending', 'Trending'],
] as const;
/** Read again when the admin returns from the tab in which she added an entry. */
const fresh = { refetchOnWindowFocus: true };

/** Status, flags, category and the like. */
export function Placement({ form }: Props) {
  const categories = useQuery({ ...read('GET /categories'), ...fresh }).data?.items;
  const brands = useQuery({ ...read('GET /brands'), ...fresh }).data?.items;
  const types = useQuery({ ...read('GET /product-types'), ...fresh }).data?.items;
  const category = categories?.find(({ _id }) => _id === form.values.category);
  return (
    <div className="grid gap-4">
      <SelectField label="Status" {...form.field('status')}>
        <option value="active">Active</option>
        <option value="draft">Draft</option>
        <option value="archived">Archived</option>
        {form.values.status === 'featured' && <option value="featured">Featured</option>}
      </SelectField>
      <fieldset>
        <legend className="mb-1.5 font-medium">Also shown under</legend>
        {flags.map(([name, label]) => (
          <label key={name} className="flex min-h-9 items-center gap-2.5">
            <input type="checkbox" {...form.flag(name)} className="size-4.5" />
            {label}
          </label>
        ))}
      </fieldset>
      <ChoiceField
        label="Category"
        noun="category"
        choices={categories}
        {...form.field('category')}
        onChange={(event) => form.change({ category: event.target.value, subcategory: '' })}
      />
      <ChoiceField
        label="Subcategory"
        noun="subcategory"
        disabled={!category?.subcategories.length}
        choices={categories && (category?.subcategories ?? [])}
        {...(categories && !category && { hint: 'Choose a category first.' })}
        {...form.field('subcategory')}
      />
      <ChoiceField label="Brand" noun="brand" choices={brands} to="/admin/brands" {...form.field('brand')} />
      <ChoiceField
        label="Product type"
        noun="product type"
        none="No type"
        choices={types}
        to="/admin/product-types"
        {...form.field('productType')}
      />
    </div>
  );
}

/** An optional choice from a list; undefined while the list is loading. */
function ChoiceField({
  noun,
  none = `No ${noun}`,
  choices,
  to = '/admin/categories',
  ...field
}: {
  noun: string;
  none?: string;
  choices: { _id: string; name: string }[] | undefined;
  /** Where to add an entry if there is none; opens in a new tab, so that no input is lost. */
  to?: string;
  value: string;
} & ComponentProps<typeof SelectField>) {
  const { value } = field;
  return (
    <SelectField
      optional
      hint={
        choices?.length === 0 && (
          <>
            There is no {noun} yet.{' '}
            <a href={to} target="_blank" rel="noreferrer" className="text-press underline underline-offset-4">
              Add a {noun}
            </a>
          </>
        )
      }
      {...field}
    >
      <option value="">{none}</option>
      <Options of={namesById(choices)} />
      {value && !choices?.some(({ _id }) => _id === value) && <option value={value}>…</option>}
    </SelectField>
  );
}

/** The fields that the invoice needs. */
export function Tax({ form }: Props) {
  return (
    <div className="grid gap-4">
      <Field label="HSN code" optional inputMode="numeric" maxLength={8} {...form.field('hsn')} />
      <Field label="GST rate (%)" inputMode="decimal" list="gst-rates" {...form.field('gstRate')} />
      <datalist id="gst-rates">
        {[0, 5, 18, 40].map((rate) => (
          <option key={rate} value={rate} />
        ))}
      </datalist>
    </div>
  );
}
