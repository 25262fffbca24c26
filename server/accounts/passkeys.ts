import { randomBytes } from 'node:crypto';
import type { NewPasskey, PasskeyAssertion } from '../../shared/contract/accounts/second-factor.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import * as queries from './queries/factor-queries.ts';
import type { UserRow } from './queries/queries.ts';

const challengeMs = 5 * 60_000;
const maxPasskeys = 20;

/**
 * `required`: the device keeps the passkey so that it can be found without the account, and asks for a PIN or
 * fingerprint, because the passkey replaces the password. `preferred`: it comes after the password.
 */
type Verification = 'required' | 'preferred';

/** The name by which passkeys know the shop: the host of its address. */
const relyingParty = ({ config }: Pick<Deps, 'config'>) => ({
  expectedRPID: new URL(config.publicUrl).hostname,
  expectedOrigin: new URL(config.publicUrl).origin,
});

/** Logs why a passkey was refused; the browser is told only that it was. */
const refused =
  ({ log }: Deps) =>
  (err: unknown): undefined => {
    log.info({ err }, 'a passkey was refused');
  };

/** What the browser needs to create a passkey. 400 if there are too many. */
export async function startAttestation(deps: Deps, account: UserRow, userVerification: Verification) {
  const { clientName } = await readSiteInfo(deps.db);
  const passkeys = await queries.listPasskeys(deps.db, account.id);
  assertRoom(passkeys);
  return {
    challenge: await newChallenge(deps, account.id),
    rp: { id: relyingParty(deps).expectedRPID, name: clientName || 'Shop' },
    user: {
      id: Buffer.from(account.id).toString('base64url'),
      name: account.email ?? account.mobile ?? account.name,
      displayName: account.name,
    },
    // EdDSA, ES256 and RS256.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeMs,
    excludeCredentials: passkeys.map(({ id }) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: userVerification === 'required' ? ('required' as const) : ('discouraged' as const),
      userVerification,
    },
    attestation: 'none' as const,
  };
}

/** 400 if the account has as many passkeys as it may. */
export function assertRoom(passkeys: unknown[]): void {
  if (passkeys.length >= maxPasskeys) throw badRequest('There are too many passkeys. Remove one first.');
}

/** The row of a new passkey of an account. 400 if the browser's reply is wrong. */
export async function verifyAttestation(
  deps: Deps,
  userId: string,
  { name, passkey }: NewPasskey,
  userVerification: Verification,
) {
  const now = deps.clock.now();
  const { transports = [], ...response } = passkey.response;
  // Loaded when it is first needed (decision 56).
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyRegistrationResponse({
    ...relyingParty(deps),
    response: { ...passkey, response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => queries.consumeChallenge(deps.db, userId, challenge, now),
    requireUserVerification: userVerification === 'required',
  }).catch(refused(deps));
  if (!verification?.verified) throw badRequest('The passkey could not be added. Please try again.');
  const { credential } = verification.registrationInfo;
  // A longer one could not be named in the path that removes it.
  if (credential.id.length > 300) throw badRequest('This passkey can’t be used here.');
  const { id, counter } = credential;
  return {
    id,
    userId,
    name,
    transports,
    counter,
    createdAt: now,
    publicKey: Buffer.from(credential.publicKey),
  };
}

/** What the browser needs to ask for a passkey of an account, or with `null` for any passkey of this shop. */
export async function startAssertion(deps: Deps, userId: string | null, userVerification: Verification) {
  const passkeys = userId ? await queries.listPasskeys(deps.db, userId) : [];
  return {
    challenge: await newChallenge(deps, userId),
    rpId: relyingParty(deps).expectedRPID,
    timeout: challengeMs,
    userVerification,
    allowCredentials: passkeys.map(({ id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports: knownTransports.filter((transport) => transports.includes(transport)),
    })),
  };
}
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/**
 * Checks the reply of a passkey to a challenge that was made for `userId`, or with `null` for nobody yet, and uses the
 * challenge up. Returns the account of the passkey. 400.
 */
export async function verifyAssertion(
  deps: Deps,
  userId: string | null,
  response: PasskeyAssertion,
  userVerification: Verification,
): Promise<string> {
  const now = deps.clock.now();
  const wrong = () => badRequest('This passkey could not be verified. Please try again.');
  const passkey = await queries.findPasskey(deps.db, response.id);
  if (!passkey || (userId && passkey.userId !== userId)) throw wrong();
  const { id, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyAuthenticationResponse({
    ...relyingParty(deps),
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => queries.consumeChallenge(deps.db, userId, challenge, now),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: userVerification === 'required',
  }).catch(refused(deps));
  if (!verification?.verified) throw wrong();
  const { newCounter } = verification.authenticationInfo;
  if (!(await queries.recordPasskeyUse(deps.db, id, passkey.userId, newCounter, now))) throw wrong();
  return passkey.userId;
}

async function newChallenge({ db, clock }: Deps, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + challengeMs);
  await queries.insertChallenge(db, { challenge, userId, expiresAt });
  return challenge;
}
