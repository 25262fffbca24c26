import type { AddressRequest, SavedAddress } from '../../../shared/contract/accounts/accounts.ts';
import { call } from '../../api.ts';
import { useRead } from '../layout/use-read.ts';

export type AddressBook = {
  addresses: SavedAddress[] | undefined;
  failed: boolean;
  save: (address: AddressRequest, id?: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** The saved addresses of the signed-in shopper, the default first; undefined until they are loaded. */
export function useAddresses(isSignedIn = true): AddressBook {
  const {
    data: addresses,
    error,
    reload,
  } = useRead(isSignedIn ? 'addresses' : undefined, (signal) => call('GET /auth/addresses', { signal }));
  return {
    addresses,
    failed: error !== undefined,
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
