import { useEffect, useState } from 'react';
import type { AddressRequest, SavedAddress } from '../../../shared/contract/accounts/accounts.ts';
import { call } from '../../api.ts';

export type AddressBook = {
  addresses: SavedAddress[] | undefined;
  failed: boolean;
  save: (address: AddressRequest, id?: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** The saved addresses of the signed-in shopper, the default first; undefined until they are loaded. */
export function useAddresses(isSignedIn = true): AddressBook {
  const [addresses, setAddresses] = useState<SavedAddress[]>();
  const [failed, setFailed] = useState(false);

  async function reload() {
    setAddresses(await call('GET /auth/addresses'));
    setFailed(false);
  }

  useEffect(() => {
    if (!isSignedIn) return;
    call('GET /auth/addresses').then(setAddresses, () => setFailed(true));
  }, [isSignedIn]);

  return {
    addresses,
    failed,
    async save(address, id) {
      if (id) await call('PUT /auth/addresses/:id', { params: { id }, body: address });
      else await call('POST /auth/addresses', { body: address });
      await reload();
    },
    async remove(id) {
      await call('DELETE /auth/addresses/:id', { params: { id } });
      await reload();
    },
  };
}
