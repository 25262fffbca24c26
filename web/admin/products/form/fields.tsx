import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { gstPriceRule } from '../../../../shared/gst.ts';
import { fromTenths, shortRupees, toRupees } from '../../../../shared/money.ts';
import { gstRatesAt } from '../../../../shared/products/gst-rates.ts';
import { slugify } from '../../../../shared/text/slug.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { Check, TextFields } from '../../parts/form/fields.tsx';
import { RichEditor } from '../../parts/form/rich-editor/rich-editor.tsx';
import type { Form } from '../../parts/form/use-form.ts';
import { namesById, Options } from '../../parts/list/filters.tsx';
import { NewTab } from '../../parts/page/page-head.tsx';
import { type Draft, percentOff } from './draft.ts';
import { barcodeHint, Margin, saleText, useTaxation } from './offer-fields.tsx';

export type DraftForm = Form<Draft>;
type Props = { form: DraftForm };

/** Name, slug and description. */
export function Basics({ form }: Props) {
  const { slug, name, description } = form.values;
  const address = `The address will be /products/${slugify(slug || name) || 'product'}`;
  const slugField = {
    spellCheck: false,
    autoCapitalize: 'none',
    placeholder: slugify(name),
    hint: <span className="break-all">{address}</span>,
  };
  return (
    <div className="grid gap-4">
      <TextFields
        form={form}
        fields={[
          ['name', 'Name', 300, { required: true }],
          ['slug', 'Address in links', 100, slugField],
        ]}
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

const netQuantityHint = 'What a package contains: 250 g, 500 ml, 2.5 m, 3 pieces.';
const decimal = { inputMode: 'decimal' } as const;
const numeric = { inputMode: 'numeric' } as const;

/** Prices, stock and SKU of a product without options; with options these belong to each combination. */
export function Selling({ form }: Props) {
  const { isGiftCard } = form.values;
  const taxation = useTaxation(form.values);
  const percent = percentOff(form.values);
  const reduction = (
    <output aria-live="polite" className="figures">
      {percent ? `${percent}% off the list price.` : 'Same as the list price if left empty.'}
    </output>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextFields
        form={form}
        fields={[
          [
            'price',
            isGiftCard ? 'Amount' : 'List price (MRP)',
            20,
            { ...decimal, required: true, hint: isGiftCard ? 'In rupees.' : 'In rupees, including tax.' },
          ],
          ['sku', 'SKU', 100, { hint: 'Generated from the name if left empty.' }],
        ]}
      />
      <TextFields
        form={form}
        fields={
          isGiftCard
            ? []
            : [
                [
                  'finalPrice',
                  'Selling price',
                  20,
                  { ...decimal, placeholder: form.values.price, hint: reduction },
                ],
                ['countInStock', 'Stock', 7, { ...numeric, optional: false }],
                [
                  'lowStockAt',
                  'Low stock at',
                  7,
                  { ...numeric, hint: 'The shop’s threshold if left empty.' },
                ],
                ['netQuantity', 'Net quantity', 40, { placeholder: '250 g', hint: netQuantityHint }],
                [
                  'weightGrams',
                  'Weight (g)',
                  6,
                  { ...numeric, hint: 'With its packaging, for delivery charges by weight.' },
                ],
                [
                  'shelfCode',
                  'Shelf code',
                  30,
                  { hint: 'Where it is stored, for pick lists and packing slips.' },
                ],
                [
                  'cost',
                  'Cost price',
                  20,
                  { ...decimal, hint: <Margin offer={form.values} taxation={taxation} /> },
                ],
                ['barcode', 'Barcode', 60, { spellCheck: false, hint: barcodeHint(form.values.barcode) }],
              ]
        }
      />
      {!isGiftCard && (
        <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
          <legend className="mb-1.5 font-medium">Scheduled sale</legend>
          <TextFields
            form={form}
            fields={[
              ['salePrice', 'Sale price', 20, { ...decimal, hint: <output>{saleText(form.values)}</output> }],
              ['saleFrom', 'Starts (India)', 20, { type: 'datetime-local' }],
              ['saleUntil', 'Ends (India)', 20, { type: 'datetime-local' }],
            ]}
          />
        </fieldset>
      )}
    </div>
  );
}

/** Whether the product is a gift card, and what that means. */
export function GiftCardSwitch({ form }: Props) {
  return (
    <>
      <label className="flex min-h-11 items-center gap-2.5 font-medium lg:min-h-9">
        <input type="checkbox" {...form.flag('isGiftCard')} className="size-4.5" />
        This product is a gift card
      </label>
      {form.values.isGiftCard && (
        <p className="mt-2 text-sm text-ink-soft">
          Shoppers say who gets it and when, and the shop mails a code with the amount that was paid. It has
          no tax, delivery, discount or stock, and is paid online. For several amounts, add an option such as
          “Amount” with the values ₹500, ₹1000.
        </p>
      )}
    </>
  );
}

const flags = [
  ['isFeatured', 'Featured'],
  ['isTopDeal', 'Top deal'],
  ['isTrending', 'Trending'],
] as const;
/** Read again when the admin returns from the tab in which they added an entry. */
const fresh = { refetchOnWindowFocus: true };

/** Status, flags, category and the like. */
export function Placement({ form, saved }: Props & { saved: Product | undefined }) {
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
      {form.values.status === 'draft' && (
        <Field
          label="Publish on (India)"
          optional
          type="datetime-local"
          hint={
            saved?.publishAt && Date.parse(saved.publishAt) < Date.now()
              ? 'It waits for its HSN code and its GST rate.'
              : 'It becomes active by itself at this time.'
          }
          {...form.field('publishAt')}
        />
      )}
      <fieldset>
        <legend className="mb-1.5 font-medium">Also shown under</legend>
        {flags.map(([name, label]) => (
          <Check key={name} {...form.flag(name)}>
            {label}
          </Check>
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
function ChoiceField(
  props: {
    noun: string;
    none?: string;
    choices: { _id: string; name: string }[] | undefined;
    /** Where to add an entry if there is none; opens in a new tab, so that no input is lost. */
    to?: string;
    value: string;
  } & ComponentProps<typeof SelectField>,
) {
  const { noun, none = `No ${noun}`, choices, to = '/admin/categories', ...field } = props;
  const { value } = field;
  return (
    <SelectField
      optional
      hint={
        choices?.length === 0 && (
          <>
            There is no {noun} yet.{' '}
            <NewTab href={to} className="text-press underline underline-offset-4">
              Add a {noun}
            </NewTab>
          </>
        )
      }
      {...field}
    >
      <option value="">{none}</option>
      <Options labels={namesById(choices)} />
      {value && !choices?.some(({ _id }) => _id === value) && <option value={value}>…</option>}
    </SelectField>
  );
}

/** The fields that the invoice needs. */
export function Tax({ form }: { form: DraftForm }) {
  const shop = useQuery(read('GET /site-info')).data;
  const { hsn, gstRate } = form.values;
  const rates = gstRateOptions();
  const rule = gstPriceRule(hsn.trim(), new Date());
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="HSN code"
        optional={!shop?.issuesTaxInvoices}
        maxLength={20}
        inputMode="numeric"
        {...form.field('hsn')}
      />
      <SelectField label="GST rate (%)" {...form.field('gstRate')}>
        <option value="">Choose a rate</option>
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {rate}%
          </option>
        ))}
        {gstRate && !rates.includes(gstRate) && <option value={gstRate}>{gstRate}% (not in force)</option>}
      </SelectField>
      {rule ? (
        <p className="text-sm text-ink-soft sm:col-span-2">
          By law the GST rate of this HSN code follows the price: {rule.lowTenths / 10}% up to{' '}
          {shortRupees(toRupees(rule.limitPaise))} for a piece or pair before GST, {rule.highTenths / 10}%
          above. Orders have that rate.
        </p>
      ) : (
        shop?.issuesTaxInvoices && (
          <p className="text-sm text-ink-soft sm:col-span-2">
            The invoices of a shop with a GSTIN need both. Without a rate, the product is sold with 18%.
          </p>
        )
      )}
    </div>
  );
}

/** The GST rates that are in force now, in percent, as fields have them. */
export const gstRateOptions = (): string[] =>
  gstRatesAt(new Date()).map((tenths) => String(fromTenths(tenths)));
