import { AddressFields } from '../account/address-fields.tsx';
import { Section } from '../layout/section.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';
import type { SectionProps } from './use-buyer.ts';

export function AddressSection({ details, errors, change, buyer }: SectionProps) {
  return (
    <Section title="Delivery Address">
      <div className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <SavedAddressPicker buyer={buyer} details={details} />
        <AddressFields
          fieldProps={(name) => ({
            value: details[name],
            error: errors[name],
            onChange: ({ target: { value } }) =>
              change(name, name === 'postalCode' ? value.replace(/\s/g, '') : value),
          })}
        />
      </div>
    </Section>
  );
}
