import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import {
  type Declaration,
  declarationFields,
  missingDeclarations,
} from '../../../../shared/products/declarations.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Suggestions, type TextField, TextFields } from '../../parts/form/fields.tsx';
import type { Draft } from './draft.ts';
import type { DraftForm } from './fields.tsx';

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
