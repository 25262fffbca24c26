import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { readIndianState } from '../../../shared/contact/indian-states.ts';
import type { SavedAddress, User } from '../../../shared/contract/accounts/accounts.ts';
import { useSession } from '../account/session.ts';
import { useAddresses } from '../account/use-addresses.ts';
import { type CheckoutDetails, type DetailErrors, saveDetails } from './saved-details.ts';

type Buyer = ReturnType<typeof useBuyer>;

/** The signed-in account, if any: its contact details fill the form, and its default address fills an empty one. */
export function useBuyer(details: CheckoutDetails, setDetails: Dispatch<SetStateAction<CheckoutDetails>>) {
  const session = useSession();
  const account = session.kind === 'user' ? session.user : undefined;
  const { addresses } = useAddresses(account !== undefined);

  useEffect(() => {
    if (!account) return;
    setDetails((before) => ({ ...before, ...contactFields(account), name: before.name || account.name }));
  }, [account, setDetails]);
  useEffect(() => {
    const [first] = addresses ?? [];
    if (first)
      setDetails((before) => (before.address.trim() ? before : { ...before, ...addressFields(first) }));
  }, [addresses, setDetails]);

  return {
    account,
    addresses: addresses ?? [],
    choose: (address: SavedAddress) => {
      const chosen = { ...details, ...addressFields(address) };
      setDetails(chosen);
      saveDetails(chosen, account);
    },
  };
}

export interface SectionProps {
  details: CheckoutDetails;
  errors: DetailErrors;
  change: (changed: Partial<CheckoutDetails>) => void;
  buyer: Buyer;
}

/** The account's contact details, without empty ones, which the shopper can still enter. */
function contactFields({ email, mobile, altMobile }: User): Partial<CheckoutDetails> {
  return { ...(email && { email }), ...(mobile && { mobile }), ...(altMobile && { altMobile }) };
}

const addressFields = ({ name, address, city, state, postalCode }: SavedAddress) => ({
  name,
  address,
  city,
  // An address from before states were those of the list can have any text.
  state: readIndianState(state)?.name ?? '',
  postalCode,
});
