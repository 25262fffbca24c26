import { useEffect } from 'react';
import type { Category } from '../../../../shared/contract/catalogue.ts';
import type { Group } from '../../../../shared/contract/catalogue-admin.ts';
import { slugify } from '../../../../shared/slug.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { RichEditor } from '../../parts/rich-editor/rich-editor.tsx';
import { useCall } from '../../parts/use-call.ts';
import { type Draft, type DraftErrors, percentOff } from './draft.ts';

type Fields = {
  draft: Draft;
  errors: DraftErrors;
  set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
};

/** Name, address and description. */
export function Basics({ draft, errors, set }: Fields) {
  const preview = slugify(draft.slug || draft.name) || 'product';
  return (
    <div className="grid gap-4">
      <Field
        label="Name"
        name="name"
        value={draft.name}
        maxLength={300}
        required
        error={errors.name}
        onChange={(event) => set('name', event.target.value)}
      />
      <Field
        label="Slug"
        name="slug"
        optional
        value={draft.slug}
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={slugify(draft.name)}
        hint={<span className="break-all">The address will be /products/{preview}</span>}
        error={errors.slug}
        onChange={(event) => set('slug', event.target.value)}
      />
      <RichEditor
        label="Description"
        value={draft.description}
        error={errors.richDescription}
        onChange={(description) => set('description', description)}
      />
    </div>
  );
}

/** Prices, stock and SKU of a product without options; with options these belong to each combination. */
export function Selling({ draft, errors, set }: Fields) {
  const percent = percentOff(draft);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="List price (MRP)"
        name="price"
        inputMode="decimal"
        required
        maxLength={20}
        value={draft.price}
        error={errors.price}
        hint="In rupees, including tax."
        onChange={(event) => set('price', event.target.value)}
      />
      <Field
        label="Selling price"
        name="finalPrice"
        optional
        inputMode="decimal"
        maxLength={20}
        placeholder={draft.price}
        value={draft.finalPrice}
        error={errors.finalPrice}
        hint={
          <output aria-live="polite" className="figures">
            {percent ? `${percent}% off the list price.` : 'Same as the list price if left empty.'}
          </output>
        }
        onChange={(event) => set('finalPrice', event.target.value)}
      />
      <Field
        label="Stock"
        name="countInStock"
        inputMode="numeric"
        value={draft.countInStock}
        error={errors.countInStock}
        onChange={(event) => set('countInStock', event.target.value)}
      />
      <Field
        label="Low stock at"
        name="lowStockAt"
        optional
        inputMode="numeric"
        maxLength={7}
        value={draft.lowStockAt}
        error={errors.lowStockAt}
        hint="The shop’s threshold if left empty."
        onChange={(event) => set('lowStockAt', event.target.value)}
      />
      <Field
        label="SKU"
        name="sku"
        optional
        hint="Generated from the name if left empty."
        maxLength={100}
        value={draft.sku}
        error={errors.sku}
        onChange={(event) => set('sku', event.target.value)}
      />
    </div>
  );
}

const flags = [
  ['isFeatured', 'Featured'],
  ['isTopDeal', 'Top deal'],
  ['isTrending', 'Trending'],
] as const;

/** Status, flags, category and the like. */
export function Placement({
  draft,
  errors,
  set,
  change,
}: Fields & { change: (change: (now: Draft) => Partial<Draft>, fields: string[]) => void }) {
  const categories = useChoices<Category>('/categories');
  const brands = useChoices<Group>('/brands');
  const types = useChoices<Group>('/product-types');
  const category = categories?.find(({ _id }) => _id === draft.category);
  return (
    <div className="grid gap-4">
      <SelectField
        label="Status"
        name="status"
        value={draft.status}
        error={errors.status}
        onChange={(event) => set('status', event.target.value as Draft['status'])}
      >
        <option value="active">Active</option>
        <option value="draft">Draft</option>
        <option value="archived">Archived</option>
        {draft.status === 'featured' && <option value="featured">Featured</option>}
      </SelectField>
      <fieldset>
        <legend className="mb-1.5 font-medium">Also shown under</legend>
        {flags.map(([name, label]) => (
          <label key={name} className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              name={name}
              checked={draft[name]}
              onChange={(event) => set(name, event.target.checked)}
              className="size-4.5"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <SelectField
        label="Category"
        name="category"
        optional
        value={draft.category}
        error={errors.category}
        hint={categories?.length === 0 && <NoneYet what="category" to="/admin/categories" />}
        onChange={(event) => {
          const chosen = event.target.value;
          change(() => ({ category: chosen, subcategory: '' }), ['category', 'subcategory']);
        }}
      >
        <Choices none="No category" of={categories ?? []} kept={draft.category} />
      </SelectField>
      <SelectField
        label="Subcategory"
        name="subcategory"
        optional
        disabled={!category?.subcategories.length}
        value={draft.subcategory}
        error={errors.subcategory}
        hint={
          categories &&
          (category
            ? category.subcategories.length === 0 && <NoneYet what="subcategory" to="/admin/categories" />
            : 'Choose a category first.')
        }
        onChange={(event) => set('subcategory', event.target.value)}
      >
        <Choices none="No subcategory" of={category?.subcategories ?? []} kept={draft.subcategory} />
      </SelectField>
      <SelectField
        label="Brand"
        name="brand"
        optional
        value={draft.brand}
        error={errors.brand}
        hint={brands?.length === 0 && <NoneYet what="brand" to="/admin/brands" />}
        onChange={(event) => set('brand', event.target.value)}
      >
        <Choices none="No brand" of={brands ?? []} kept={draft.brand} />
      </SelectField>
      <SelectField
        label="Product type"
        name="productType"
        optional
        value={draft.productType}
        error={errors.productType}
        hint={types?.length === 0 && <NoneYet what="product type" to="/admin/product-types" />}
        onChange={(event) => set('productType', event.target.value)}
      >
        <Choices none="No type" of={types ?? []} kept={draft.productType} />
      </SelectField>
    </div>
  );
}

/** A list to choose from; loaded again when the admin returns from the tab in which she added an entry. */
function useChoices<T>(path: string): T[] | undefined {
  const { data, reload } = useCall<T[]>(path, '');
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
  return data;
}

/** Says that a list is empty and links to where to add an entry, in a new tab so that no input is lost. */
function NoneYet({ what, to }: { what: string; to: string }) {
  return (
    <>
      There is no {what} yet.{' '}
      <a href={to} target="_blank" rel="noreferrer" className="text-press underline underline-offset-4">
        Add a {what}
      </a>
    </>
  );
}

/** The choices of a list; the one in use is there before the list has come. */
function Choices({ none, of, kept }: { none: string; of: { _id: string; name: string }[]; kept: string }) {
  return (
    <>
      <option value="">{none}</option>
      {of.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
      {kept && !of.some(({ _id }) => _id === kept) && <option value={kept}>…</option>}
    </>
  );
}

/** What the invoice needs. */
export function Tax({ draft, errors, set }: Fields) {
  return (
    <div className="grid gap-4">
      <Field
        label="HSN code"
        name="hsn"
        optional
        inputMode="numeric"
        maxLength={8}
        value={draft.hsn}
        error={errors.hsn}
        onChange={(event) => set('hsn', event.target.value)}
      />
      <Field
        label="GST rate (%)"
        name="gstRate"
        inputMode="decimal"
        list="gst-rates"
        value={draft.gstRate}
        error={errors.gstRate}
        onChange={(event) => set('gstRate', event.target.value)}
      />
      <datalist id="gst-rates">
        {[0, 5, 18, 40].map((rate) => (
          <option key={rate} value={rate} />
        ))}
      </datalist>
    </div>
  );
}
