import { useEffect, useState } from 'react';
import type { AddressRequest, SavedAddress } from '../../../shared/contract/accounts.ts';
import { api } from '../../api.ts';

export type AddressBook = {
  addresses: SavedAddress[] | undefined;
  failed: boolean;
  save: (address: AddressRequest, id?: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** The saved addresses of whoever is signed in, the default first; undefined until they are read. */
export function useAddresses(isSignedIn = true): AddressBook {
  const [addresses, setAddresses] = useState<SavedAddress[]>();
  const [failed, setFailed] = useState(false);

  async function readAll() {
    setAddresses(await api.get<SavedAddress[]>('/auth/addresses'));
    setFailed(false);
  }

  useEffect(() => {
    if (!isSignedIn) return;
    api.get<SavedAddress[]>('/auth/addresses').then(setAddresses, () => setFailed(true));
  }, [isSignedIn]);

  return {
    addresses,
    failed,
    async save(address, id) {
      if (id) await api.put(`/auth/addresses/${id}`, address);
      else await api.post('/auth/addresses', address);
      await readAll();
    },
    async remove(id) {
      await api.delete(`/auth/addresses/${id}`);
      await readAll();
    },
  };
}
