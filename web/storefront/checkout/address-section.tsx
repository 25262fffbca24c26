import { AddressFields } from '../account/address-fields.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';
import type { SectionProps } from './use-buyer.ts';

export function AddressSection({ details, errors, change, buyer }: SectionProps) {
  return (
    <section aria-labelledby="address-heading">
      <h2 id="address-heading" className="text-xl">
        Delivery Address
      </h2>
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
    </section>
  );
}
