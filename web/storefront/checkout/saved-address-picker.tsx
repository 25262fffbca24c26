import { SelectField } from '../../ui/field.tsx';
import type { CheckoutDetails } from './saved-details.ts';
import type { Buyer } from './use-buyer.ts';

/** Chooses one of the account's saved addresses for the fields below. */
export function SavedAddressPicker({ buyer, details }: { buyer: Buyer; details: CheckoutDetails }) {
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
