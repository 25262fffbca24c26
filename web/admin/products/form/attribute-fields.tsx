import { useQuery } from '@tanstack/react-query';
import { type Attribute, maxAttributeText } from '../../../../shared/contract/catalogue/attributes.ts';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import {
  type Declaration,
  declarationFields,
  missingDeclarations,
} from '../../../../shared/products/declarations.ts';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { AmountField, CheckList, Suggestions, type TextField, TextFields } from '../../parts/form/fields.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { NewTab } from '../../parts/page/page-head.tsx';
import type { Draft } from './draft.ts';
import type { DraftForm } from './fields.tsx';

/** The tags, and the attributes of the product's category and those that it has values of. */
export function AttributeFields({ form }: { form: DraftForm }) {
  const all = useQuery({ ...read('GET /settings/attributes'), refetchOnWindowFocus: true }).data ?? [];
  const { attributes, category } = form.values;
  const shown = all.filter(
    ({ _id, categories }) =>
      categories.length === 0 || categories.includes(category) || attributes[_id]?.length,
  );
  return (
    <div className="grid gap-4">
      <Field
        label="Tags"
        optional
        hint="Separated by commas. Shoppers find the product by them."
        maxLength={5000}
        autoComplete="off"
        {...form.field('tags')}
        error={form.errors.tags ?? tagError(form.errors)}
      />
      {shown.map((attribute) => (
        <ValueField
          key={attribute._id}
          attribute={attribute}
          values={attributes[attribute._id] ?? []}
          error={form.errors[`attributes.${attribute._id}`]}
          onChange={(values) =>
            form.change(
              (before) => ({ attributes: { ...before.attributes, [attribute._id]: values } }),
              [`attributes.${attribute._id}`],
            )
          }
        />
      ))}
      {all.length === 0 && (
        <p className="text-sm text-ink-soft">
          Attributes such as material or height are defined{' '}
          <NewTab href="/admin/attributes" className="text-press underline underline-offset-4">
            in the settings
          </NewTab>
          .
        </p>
      )}
    </div>
  );
}

const tagError = (errors: Record<string, string>) =>
  Object.entries(errors).find(([path]) => path.startsWith('tags.'))?.[1];

function ValueField(props: {
  attribute: Attribute;
  values: string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
}) {
  const { attribute, values, error, onChange } = props;
  const { _id, name, type, unit, choices } = attribute;
  const field = { label: name, name: `attributes.${_id}`, error: error ?? null, optional: true };
  const [value = ''] = values;
  const set = (text: string) => onChange(text ? [text] : []);
  if (type === 'flag')
    return (
      <SelectField {...field} value={value} onChange={({ target }) => set(target.value)}>
        <option value="">Not stated</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
    );
  if (type === 'number')
    return (
      <AmountField
        {...field}
        label={unit ? `${name} (${unit})` : name}
        maxLength={20}
        autoComplete="off"
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    );
  if (type === 'text')
    return (
      <TextAreaField
        {...field}
        rows={3}
        maxLength={maxAttributeText}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    );
  // A value that is no longer a choice stays until it is removed here.
  const offered = [...choices, ...values.filter((value) => !choices.includes(value))];
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        {name} <span className="font-normal text-ink-soft">(Optional)</span>
      </legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2">
        <CheckList
          options={offered.map((choice) => ({ _id: choice, name: choice }))}
          chosen={values}
          onChange={onChange}
        />
      </div>
      <ErrorText className="mt-1.5 text-sm">{error}</ErrorText>
    </fieldset>
  );
}

const address = 'Name and complete address.';
const field = (name: Declaration, props: NonNullable<TextField<Draft>[3]> = {}): TextField<Draft> => [
  `declarations.${name}`,
  declarationFields[name].label,
  declarationFields[name].max,
  props,
];

const fields = [
  field('genericName', { hint: 'What it is, such as “Cotton stole”.' }),
  field('countryOfOrigin', { placeholder: 'India', list: 'countries' }),
  field('maker', { hint: address }),
  field('packer', { hint: `If it is not the manufacturer. ${address}` }),
  field('importer', { hint: `Of imported goods. ${address}` }),
  field('madeIn', { type: 'month' }),
  field('bestBefore', { placeholder: '12 months from packing' }),
  field('fssai', { inputMode: 'numeric', hint: 'Of food: 14 digits.' }),
  field('huid', {
    spellCheck: false,
    autoCapitalize: 'characters',
    hint: 'Of gold jewellery: six characters.',
  }),
  field('bisLicence', { spellCheck: false, hint: 'Of toys: CM/L and the number.' }),
];

/** What the law asks a shop to show about a product (india §5.2), with what is missing. */
export function DeclarationFields({ form, saved }: { form: DraftForm; saved: Product | undefined }) {
  const missing = saved ? missingDeclarations(saved) : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="text-ink-soft sm:col-span-2">
        Shown on the page of the product under “Product information”, as the Legal Metrology rules require.
        {missing.length > 0 && (
          <strong className="mt-1 block font-medium text-madder">Missing: {missing.join(', ')}.</strong>
        )}
      </p>
      <TextFields form={form} fields={fields} />
      <TextAreaField
        label={declarationFields.care.label}
        optional
        rows={3}
        maxLength={declarationFields.care.max}
        className="sm:col-span-2"
        {...form.field('declarations.care')}
      />
      <Suggestions
        id="countries"
        words={['India', 'Bangladesh', 'Bhutan', 'China', 'Nepal', 'Sri Lanka', 'Thailand', 'Vietnam']}
      />
    </div>
  );
}
