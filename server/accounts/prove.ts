import { Secret, TOTP } from 'otpauth';
import type { Factors, Proof } from '../../shared/contract/accounts/second-factor.ts';
import type { Deps } from '../deps.ts';
import { badField, badRequest, ShopError, tooManyTries } from '../errors.ts';
import { decryptSecret, renewSecret } from '../runtime/secrets.ts';
import { recordFailure } from './failed-sign-ins.ts';
import { verifyAssertion } from './passkeys.ts';
import { verifyCurrentPassword } from './profile.ts';
import * as queries from './queries/factor-queries.ts';
import type { UserRow } from './queries/queries.ts';
import { hashToken } from './tokens.ts';

/** Failed proofs of one account with one method within `windowMs`; further ones are refused, also right ones. */
const maxAttempts = 5;
const windowMs = 15 * 60_000;
const stepSeconds = 30;

/** The context that the secret of an account is encrypted for. */
export const totpContext = (userId: string) => `totp:${userId}`;
export const hashRecoveryCode = (code: string) => hashToken(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''));

/**
 * Checks a proof of an account: with its second factor, or with its password while it has none (`factors`). A code or
 * challenge works once. 400 if the proof is wrong; 429 after five failures in 15 minutes with a code of the app, or with
 * the password. A failure is recorded in the audit log with the network address.
 */
export async function checkProof(
  deps: Deps,
  account: UserRow,
  proof: Proof,
  factors: Factors,
  address: string,
): Promise<void> {
  try {
    if (proof.method === 'passkey') await verifyAssertion(deps, account.id, proof.passkey, 'preferred');
    else if (proof.method === 'recovery') await checkRecoveryCode(deps, account.id, proof.code);
    else await checkGuessable(deps, account, proof, factors);
  } catch (error) {
    if (error instanceof ShopError) await recordFailure(deps, account.email ?? account.mobile ?? '', address);
    throw error;
  }
}

/** Checks a password or a code of the app. Only these are short enough to be guessed, so only their failures count. */
async function checkGuessable(
  deps: Deps,
  account: UserRow,
  proof: Extract<Proof, { method: 'password' | 'totp' }>,
  factors: Factors,
): Promise<void> {
  const { method } = proof;
  if (method === 'password' && (factors.passkey || factors.totp)) throw badRequest('Use your second factor.');
  const counter = { userId: account.id, method };
  if ((await queries.countProof(deps.db, counter, deps.clock.now(), windowMs)) > maxAttempts)
    throw tooManyTries('Too many failed attempts. Please wait 15 minutes.', windowMs / 1000);
  if (proof.method === 'password') await verifyCurrentPassword(deps, account, proof.password);
  else await checkTotp(deps, account.id, proof.code);
  await queries.forgetProofs(deps.db, counter);
}

async function checkRecoveryCode({ db, clock }: Deps, userId: string, code: string): Promise<void> {
  if (!(await queries.consumeRecoveryCode(db, userId, hashRecoveryCode(code), clock.now())))
    throw badField('code', 'This recovery code is wrong or was used before.');
}

/** Checks a code of the app, and with `confirmedAt` a secret that is not confirmed yet. A code works once. 400. */
export async function checkTotp(
  { db, config, files, clock }: Deps,
  userId: string,
  code: string,
  confirmedAt?: Date,
): Promise<void> {
  const stored = await queries.findTotpSecret(db, userId);
  const wrong = () => badField('code', 'This code is wrong. Enter the one that the app shows now.');
  if (!stored || (stored.confirmedAt === null) !== (confirmedAt !== undefined)) throw wrong();
  const secret = await decryptSecret({ config, files }, stored.secret, totpContext(userId));
  const timestamp = clock.now().getTime();
  const delta = appCodes(secret).validate({ token: code, timestamp, window: 1 });
  if (delta === null) throw wrong();
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta;
  if (!(await queries.consumeTotpStep(db, userId, step, confirmedAt)))
    throw badField('code', 'This code was used before. Wait for the next one.');
}

/** Encrypts the stored secrets of apps with the current key, if another one encrypted them (decision 114). */
export async function renewTotpSecrets(deps: Pick<Deps, 'db' | 'config' | 'files'>): Promise<void> {
  for (const { userId, secret } of await queries.listTotpSecrets(deps.db)) {
    const renewed = await renewSecret(deps, secret, totpContext(userId));
    if (renewed) await queries.replaceTotpSecret(deps.db, userId, secret, renewed);
  }
}

/** The codes of an app that has this secret. */
export const appCodes = (secret: Uint8Array, names?: { issuer: string; label: string }) =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), period: stepSeconds });
