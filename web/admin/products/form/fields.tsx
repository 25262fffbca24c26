import type { Category } from '../../../../shared/contract/catalogue.ts';
import type { Group } from '../../../../shared/contract/catalogue-admin.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { slugify } from '../../../../shared/slug.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { RichEditor } from '../../parts/rich-editor/rich-editor.tsx';
import { useCall } from '../../parts/use-call.ts';
import { type Draft, type DraftErrors, finalPrice } from './draft.ts';

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

/** Price with its discount, and what is left; with options these belong to each combination. */
export function Selling({ draft, errors, set }: Fields) {
  const single = draft.options.length === 0;
  const final = finalPrice(single ? draft.price : (draft.variants[0]?.price ?? ''), draft.discount);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {single && (
        <Field
          label="Price (₹, tax included)"
          name="price"
          type="text"
          inputMode="decimal"
          required
          value={draft.price}
          error={errors.price}
          onChange={(event) => set('price', event.target.value)}
        />
      )}
      <Field
        label="Discount (%)"
        name="discount"
        optional
        inputMode="decimal"
        value={draft.discount}
        error={errors.discount}
        hint={
          <output aria-live="polite" className="figures">
            {final === null
              ? 'The selling price appears here.'
              : `Sells at ${shortRupees(final)}${single ? '' : ' (first combination)'}`}
          </output>
        }
        onChange={(event) => set('discount', event.target.value)}
      />
      {single && (
        <>
          <Field
            label="Stock"
            name="countInStock"
            inputMode="numeric"
            value={draft.countInStock}
            error={errors.countInStock}
            onChange={(event) => set('countInStock', event.target.value)}
          />
          <Field
            label="SKU"
            name="sku"
            optional
            hint="Left empty, one is made of the name"
            maxLength={100}
            value={draft.sku}
            error={errors.sku}
            onChange={(event) => set('sku', event.target.value)}
          />
        </>
      )}
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
  const categories = useCall<Category[]>('/categories', '').data ?? [];
  const brands = useCall<Group[]>('/brands', '').data ?? [];
  const types = useCall<Group[]>('/product-types', '').data ?? [];
  const subcategories = categories.find(({ _id }) => _id === draft.category)?.subcategories ?? [];
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
        onChange={(event) => {
          const category = event.target.value;
          change(() => ({ category, subcategory: '' }), ['category', 'subcategory']);
        }}
      >
        <Choices none="No category" of={categories} kept={draft.category} />
      </SelectField>
      <SelectField
        label="Subcategory"
        name="subcategory"
        optional
        disabled={subcategories.length === 0}
        value={draft.subcategory}
        error={errors.subcategory}
        onChange={(event) => set('subcategory', event.target.value)}
      >
        <Choices none="No subcategory" of={subcategories} kept={draft.subcategory} />
      </SelectField>
      <SelectField
        label="Brand"
        name="brand"
        optional
        value={draft.brand}
        error={errors.brand}
        onChange={(event) => set('brand', event.target.value)}
      >
        <Choices none="No brand" of={brands} kept={draft.brand} />
      </SelectField>
      <SelectField
        label="Product type"
        name="productType"
        optional
        value={draft.productType}
        error={errors.productType}
        onChange={(event) => set('productType', event.target.value)}
      >
        <Choices none="No type" of={types} kept={draft.productType} />
      </SelectField>
    </div>
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
