import { customer, hash, none, ofAdmin, type TableMap } from './personal-columns.ts';

/** Days for which a device or an address block is known after its last sign-in. */
export const knownSourceDays = 90;

/** The personal data of sessions, and of what signs in, as in `personal-data.ts`. */
export const signInData: Record<string, TableMap> = {
  account_tokens: {
    other: 'token_hash',
    personal: { email: customer('e-mail address of a mailed link', 'deleted', 'records') },
    rowsOf: 'user_id = {id} or (email = {email} and created_at >= {since})',
    deletesRows: true,
    retention: { days: 30, after: 'expires_at' },
  },
  passkey_challenges: {
    ...none('challenge'),
    rowsOf: 'user_id = {id}',
    deletesRows: true,
    retention: { days: 0, after: 'expires_at' },
  },
  passkeys: {
    other: 'id transports',
    personal: {
      name: customer('name of a passkey', 'deleted', 'records'),
      public_key: customer('public key of a passkey', 'deleted', { omitted: 'only the shop can use it' }),
    },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  recovery_codes: {
    other: '',
    personal: { code_hash: ofAdmin('hash of a recovery code of an admin', 'deleted') },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  sessions: {
    other: 'token_hash',
    personal: {
      user_agent: customer('browser', 'deleted', 'sessions'),
      device_hash: customer('hash of the device', 'deleted', hash),
      address_block: customer('network address block', 'deleted', 'sessions'),
    },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
    retention: { days: 0, after: 'expires_at' },
  },
  sign_in_codes: {
    other: 'request_hash purpose',
    personal: {
      recipient: customer('address or number that a code was sent to', 'deleted', 'records'),
      code_hash: customer('hash of a code to sign in', 'deleted', hash),
    },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
    retention: { days: 1, after: 'expires_at' },
  },
  sign_in_sources: {
    other: '',
    personal: { source_hash: customer('hash of a device or a network address block', 'deleted', hash) },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
    retention: { days: knownSourceDays, after: 'last_used_at' },
  },
};
