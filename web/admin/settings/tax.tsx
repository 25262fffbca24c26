import { statesOfGstin } from '../../../shared/contact/indian-states.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** The seller on invoices, and their numbers. */
export default function TaxSettingsPage() {
  return <SettingsFormPage title="Tax and invoices" sections={sections} />;
}

const two = 'grid gap-4 sm:grid-cols-2';
const code = { spellCheck: false, autoCapitalize: 'characters' };

const sections: SectionParts[] = [
  {
    id: 'tax',
    title: 'Seller and invoices',
    className: two,
    fields: [
      ['legalName', 'Legal name', 150, { hint: 'Shown on invoices and on the contact page.' }],
      [
        'gstin',
        'GSTIN',
        20,
        { ...code, hint: 'With it, invoices are tax invoices that show CGST, SGST or IGST.' },
      ],
    ],
    after: ({ values, field }) => (
      <>
        <SelectField label="State" optional {...field('state')}>
          <option value="">Choose</option>
          {statesOfGstin.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Field
          label="Invoice prefix"
          required
          maxLength={3}
          {...code}
          hint={`Numbers look like ${values.invoicePrefix.trim().toUpperCase() || 'HT'}/26-27/000001. Another prefix starts a new count; earlier invoices keep their numbers.`}
          {...field('invoicePrefix')}
        />
      </>
    ),
  },
];
