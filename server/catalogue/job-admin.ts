import type { Admin } from '../deps.ts';

/** The admin of a job, who was allowed to start it; its entries in the log need only their id. */
export const adminOfJob = (userId: string): Admin => ({
  kind: 'admin',
  userId,
  address: '',
  roleId: '',
  permissions: new Set(),
  needsSecondFactor: false,
  isProved: false,
});
