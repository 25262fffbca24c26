import type { Admin, Deps } from './deps.ts';
import { createShop } from './shop.ts';

/** What an admin can do. It takes an `Admin`, so that no verb of the back office can be called without one. */
export const createBackOffice = (deps: Deps, admin: Admin) => createShop(deps, admin);

export type BackOffice = ReturnType<typeof createBackOffice>;
