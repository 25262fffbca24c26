import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { SavedAddress, User } from '../../../shared/contract/accounts.ts';
import { useAddresses } from '../account/address-store.ts';
import { useSession } from '../account/session.ts';
import { type CheckoutDetails, saveDetails } from './saved-details.ts';

/** Who buys: what her account knows stands in the form and is fixed, and her default address fills an empty one. */
export function useBuyer(details: CheckoutDetails, setDetails: Dispatch<SetStateAction<CheckoutDetails>>) {
  const session = useSession();
  const account = session.kind === 'user' ? session.user : undefined;
  const { addresses } = useAddresses(account !== undefined);

  useEffect(() => {
    if (!account) return;
    setDetails((before) => ({ ...before, ...contactOf(account), name: before.name || account.name }));
  }, [account, setDetails]);
  useEffect(() => {
    const [first] = addresses ?? [];
    if (first) setDetails((before) => (before.address.trim() ? before : { ...before, ...placeOf(first) }));
  }, [addresses, setDetails]);

  return {
    account,
    addresses: addresses ?? [],
    choose: (address: SavedAddress) => {
      const chosen = { ...details, ...placeOf(address) };
      setDetails(chosen);
      saveDetails(chosen, account);
    },
  };
}

export type Buyer = ReturnType<typeof useBuyer>;

/** Only what the account has: an empty field stays open to be filled. */
function contactOf({ email, mobile, altMobile }: User): Partial<CheckoutDetails> {
  return { ...(email && { email }), ...(mobile && { mobile }), ...(altMobile && { altMobile }) };
}

const placeOf = ({ name, address, city, state, postalCode }: SavedAddress) => ({
  name,
  address,
  city,
  state,
  postalCode,
});
