import { type ChangeEvent, useState } from 'react';
import { placeText } from '../../../../shared/contact/address-lines.ts';
import { addressProblems } from '../../../../shared/contact/address-rules.ts';
import { stateOfPin } from '../../../../shared/contact/pin-state.ts';
import type { SavedAddress } from '../../../../shared/contract/accounts/accounts.ts';
import { compactText } from '../../../../shared/text/plain-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Problems, useForm } from '../../../ui/use-form.ts';
import { Section } from '../../layout/section.tsx';
import { AddressFields } from '../address-fields.tsx';
import { type AddressBook, useAddresses } from '../use-addresses.ts';

export function Addresses() {
  const addressBook = useAddresses();
  const [open, setOpen] = useState<{ address?: SavedAddress }>();
  const { addresses, failed } = addressBook;
  return (
    <Section
      title="Addresses"
      action={
        <Button variant="ghost" onClick={() => setOpen({})} className="-mr-4">
          Add
        </Button>
      }
    >
      {failed && (
        <p className="mt-2 text-sm text-madder">Your addresses could not be loaded. Please try again.</p>
      )}
      {!addresses && !failed && <div className="skeleton mt-3 h-24" />}
      {addresses?.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">No addresses yet. Add one to check out faster.</p>
      )}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {addresses?.map((address) => (
          <AddressItem
            key={address._id}
            address={address}
            addressBook={addressBook}
            onEdit={() => setOpen({ address })}
          />
        ))}
      </ul>
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.address ? 'Edit address' : 'Add address'}
      >
        {open && (
          <AddressForm
            key={open.address?._id ?? 'new'}
            address={open.address}
            addressBook={addressBook}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Dialog>
    </Section>
  );
}

function AddressItem({
  address,
  addressBook,
  onEdit,
}: {
  address: SavedAddress;
  addressBook: AddressBook;
  onEdit: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const run = (change: Promise<void>) => {
    setBusy(true);
    change
      .catch(() => toast('The address could not be changed. Please try again.', 'error'))
      .finally(() => setBusy(false));
  };
  const { _id, isDefault, ...place } = address;
  const action =
    'inline-flex min-h-11 items-center font-medium text-press underline-offset-4 hover:underline';
  return (
    <li className="py-3 [overflow-wrap:anywhere]">
      <p className="font-medium">
        {address.name} {isDefault && <Badge tone="accent">Default</Badge>}
      </p>
      <p className="text-sm whitespace-pre-line text-ink-soft">
        {address.address}, {placeText({ ...address, country: '' })}
      </p>
      <div className="flex flex-wrap gap-x-5 text-sm">
        <button type="button" onClick={onEdit} className={action} aria-label={`Edit ${address.address}`}>
          Edit
        </button>
        {!isDefault && (
          <button
            type="button"
            disabled={busy}
            onClick={() => run(addressBook.save({ ...place, isDefault: true }, _id))}
            className={action}
            aria-label={`Make ${address.address} the default`}
          >
            Make default
          </button>
        )}
        <button
          type="button"
          disabled={busy}
          onClick={() => run(addressBook.remove(_id))}
          className={action}
          aria-label={`Delete ${address.address}`}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

function AddressForm({
  address,
  addressBook,
  onClose,
}: {
  address: SavedAddress | undefined;
  addressBook: AddressBook;
  onClose: () => void;
}) {
  const { errors, failure, busy, props } = useForm({
    check: ({ name = '', address: street = '', city = '', state = '', postalCode = '' }) =>
      addressProblems({ name, address: street, city, state, postalCode }) as Problems,
    async send({ name = '', address: street = '', city = '', state = '', postalCode = '', isDefault }) {
      const place = {
        name,
        address: street,
        city,
        state,
        postalCode: compactText(postalCode),
        country: 'India',
      };
      await addressBook.save({ ...place, isDefault: Boolean(isDefault) }, address?._id);
      onClose();
    },
    fallback: 'The address could not be saved. Please try again.',
  });
  return (
    <form
      {...props}
      aria-label={address ? 'Edit address' : 'Add address'}
      className="grid gap-4 p-5 sm:grid-cols-2"
    >
      <AddressFields
        fieldProps={(name) => ({
          defaultValue: address?.[name] ?? '',
          error: errors[name],
          ...(name === 'postalCode' && { onChange: suggestState }),
        })}
      />
      {!address?.isDefault && (
        <label className="flex min-h-11 items-center gap-3 text-sm sm:col-span-2">
          <input type="checkbox" name="isDefault" className="size-5" />
          Use this address by default
        </label>
      )}
      <div className="space-y-4 sm:col-span-2">
        <FormError>{failure}</FormError>
        <div className="flex gap-3">
          <Button type="submit" busy={busy}>
            Save address
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Chooses the state of the PIN code if none is chosen. */
function suggestState({ currentTarget: { value, form } }: ChangeEvent<HTMLInputElement>) {
  const state = form?.elements.namedItem('state');
  if (state instanceof HTMLSelectElement) state.value ||= stateOfPin(compactText(value)) ?? '';
}
