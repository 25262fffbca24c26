import { namedAdmin } from '../accounts/accounts.ts';
import type { Admin, Deps } from '../deps.ts';
import { importRemittances } from './import-remittances.ts';

/** What couriers have collected and paid to the shop. */
export const remittanceAdmin = (deps: Deps, admin: Admin) => ({
  /** Compares a courier's list with the orders, and records what agrees if `apply`. See importRemittances. */
  importRemittances: async (bytes: Buffer, apply: boolean) =>
    importRemittances(deps, await namedAdmin(deps, admin), bytes, apply),
});
