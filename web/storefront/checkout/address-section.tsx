import { SelectField } from '../../ui/field.tsx';
import { AddressFields } from '../account/address-fields.tsx';
import { Section } from '../layout/section.tsx';
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

/** Chooses one of the account's saved addresses for the fields below. */
function SavedAddressPicker({ buyer, details }: Pick<SectionProps, 'buyer' | 'details'>) {
  const { addresses, choose } = buyer;
  if (addresses.length === 0) return null;
  const chosen = addresses.find(
    (each) => each.address === details.address && each.postalCode === details.postalCode,
  );
  return (
    <SelectField
      label="Saved addresses"
      name="savedAddress"
      value={chosen?._id ?? ''}
      onChange={(event) => {
        const address = addresses.find(({ _id }) => _id === event.target.value);
        if (address) choose(address);
      }}
      className="sm:col-span-2"
    >
      <option value="">Another address</option>
      {addresses.map(({ _id, name, address, city, postalCode }) => (
        <option key={_id} value={_id}>
          {`${name}, ${address}, ${city} ${postalCode}`}
        </option>
      ))}
    </SelectField>
  );
}
