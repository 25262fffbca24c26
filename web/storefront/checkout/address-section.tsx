import type { PickupPoint } from '../../../shared/contract/orders/delivery.ts';
import { compactText } from '../../../shared/text/plain-text.ts';
import { NameField, SelectField } from '../../ui/field.tsx';
import { AddressFields } from '../account/address-fields.tsx';
import { Section } from '../layout/section.tsx';
import { Choice } from './choice.tsx';
import type { SectionProps } from './use-buyer.ts';

/** The delivery address, or one of these places where the order is picked up. */
export function AddressSection({ points, ...props }: SectionProps & { points: PickupPoint[] }) {
  const { details, errors, change } = props;
  const { pickupPoint } = details;
  if (points.length === 0)
    return (
      <Section title="Delivery Address">
        <Address {...props} />
      </Section>
    );
  return (
    <Section title="Delivery">
      <fieldset className="mt-3 grid gap-2.5">
        <legend className="sr-only">How you get your order</legend>
        <Choice
          group="delivery"
          name="Deliver to an address"
          checked={!pickupPoint}
          onChoose={() => change({ pickupPoint: '' })}
        />
        {points.map(({ name, address, hours, days }) => (
          <Choice
            key={name}
            group="delivery"
            name={`Pick up at ${name}`}
            checked={pickupPoint === name}
            onChoose={() => change({ pickupPoint: name })}
          >
            {[address, hours, `Free · ${readyIn(days)}`].filter(Boolean).join('\n')}
          </Choice>
        ))}
      </fieldset>
      {errors.pickupPoint && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-madder">
          {errors.pickupPoint}
        </p>
      )}
      {pickupPoint ? (
        <NameField
          label="Full name"
          value={details.name}
          error={errors.name}
          hint="The person who picks up the order."
          onChange={({ target: { value } }) => change({ name: value })}
          className="mt-4"
        />
      ) : (
        <>
          <h3 className="mt-6 text-lg">Delivery Address</h3>
          <Address {...props} />
        </>
      )}
    </Section>
  );
}

const readyIn = (days: number) =>
  days === 0 ? 'Ready today' : `Ready in ${days} working ${days === 1 ? 'day' : 'days'}`;

function Address({ details, errors, change, buyer }: SectionProps) {
  return (
    <div className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <SavedAddressPicker buyer={buyer} details={details} />
      <AddressFields
        fieldProps={(name) => ({
          value: details[name],
          error: errors[name],
          onChange: ({ target: { value } }) =>
            change({ [name]: name === 'postalCode' ? compactText(value) : value }),
        })}
      />
    </div>
  );
}

function SavedAddressPicker({ buyer, details }: Pick<SectionProps, 'buyer' | 'details'>) {
  const { addresses, choose } = buyer;
  if (addresses.length === 0) return null;
  const chosen = addresses.find(
    (address) => address.address === details.address && address.postalCode === details.postalCode,
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
