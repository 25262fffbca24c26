import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { NewPasskey, Proof, RecoveryCodes, SecondFactor } from '../../shared/contract/second-factor.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, conflict, notFound, unauthorized } from '../errors.ts';
import { encryptSecret } from '../secrets.ts';
import * as queries from './factor-queries.ts';
import { appCodes, checkProof, checkTotp, hashRecoveryCode, relyingParty, totpContext } from './prove.ts';
import { findUser, lockUser } from './queries.ts';
import { mailFactorChanged } from './security-mails.ts';
import { markProved } from './session-queries.ts';
import { hashToken } from './tokens.ts';

const challengeMs = 5 * 60_000;
const recoveryCodeCount = 10;
const maxPasskeys = 20;
const tooManyPasskeys = () => badRequest('There are too many passkeys. Remove one first.');

/** What the mail about a change says. */
const factorChanges = {
  'totp-add': 'added',
  'passkey-add': 'added',
  'totp-remove': 'removed',
  'passkey-remove': 'removed',
  'recovery-codes': 'codes',
} as const;

/** The second factors of an admin, and her proofs that it is she (decision 42). */
export function secondFactors(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  const { userId } = admin;
  /** Runs `work` while the account is locked, records it in the audit log and reports it to the account. */
  const change = <T>(
    action: 'totp-add' | 'totp-remove' | 'passkey-add' | 'passkey-remove' | 'recovery-codes',
    work: (trx: Trx) => Promise<{ result: T; detail?: object }>,
  ): Promise<T> =>
    transaction(db, async (trx) => {
      const account = await lockUser(trx, userId);
      if (!account) throw unauthorized();
      const { result, detail } = await work(trx);
      await recordAudit(trx, admin, {
        action: `admin.${action}`,
        subject: userId,
        ...(detail && { detail }),
      });
      await mailFactorChanged(deps, trx, account, factorChanges[action]);
      return result;
    });
  const getAccount = async () => {
    const account = await findUser(db, userId);
    if (!account) throw unauthorized();
    return account;
  };
  /** New recovery codes with the first factor; none if there are some already. */
  const firstCodes = async (trx: Trx): Promise<string[]> =>
    (await queries.countRecoveryCodes(trx, userId)) > 0 ? [] : newCodes(trx);
  async function newCodes(trx: Trx): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
    await queries.replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
    return codes;
  }
  /** Recovery codes stand in for a second factor, so they go with the last one. */
  async function forgetCodesOfLast(trx: Trx): Promise<void> {
    const { passkey, totp } = await queries.findFactors(trx, userId);
    if (!passkey && !totp) await queries.replaceRecoveryCodes(trx, userId, []);
  }

  return {
    async getSecondFactor(): Promise<SecondFactor> {
      const { totp } = await queries.findFactors(db, userId);
      const passkeys = await queries.listPasskeys(db, userId);
      const { secondFactorRequired } = await readSiteInfo(db);
      return {
        required: secondFactorRequired,
        totp,
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          _id: id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
      };
    },

    /** Proves for ten minutes of this session that it is the admin. 400, 429: see checkProof. */
    async stepUp(proof: Proof, token: string): Promise<void> {
      await checkProof(deps, await getAccount(), proof, await queries.findFactors(db, userId), admin.address);
      await markProved(db, hashToken(token), clock.now());
    },

    /** Starts to set up an app. 409 if there is one. */
    async startTotp() {
      const secret = randomBytes(20);
      const account = await getAccount();
      const stored = await encryptSecret(deps, secret, totpContext(userId));
      const { clientName } = await readSiteInfo(db);
      const isNew = await transaction(db, (trx) => queries.saveTotpSecret(trx, userId, stored));
      if (!isNew) throw conflict('conflict', 'You have set up an app already. Remove it first.');
      const names = { issuer: clientName || 'Shop', label: account.email ?? account.name };
      return {
        secret: new Secret({ buffer: new Uint8Array(secret).buffer }).base32,
        uri: appCodes(secret, names).toString(),
      };
    },

    /** Confirms the app with its first code. 400. */
    async confirmTotp(code: string, token: string): Promise<RecoveryCodes> {
      await checkTotp(deps, userId, code, clock.now());
      const codes = await change('totp-add', async (trx) => ({ result: await firstCodes(trx) }));
      await markProved(db, hashToken(token), clock.now());
      return { codes };
    },

    /** Removes the app. 404. */
    async deleteTotp(): Promise<void> {
      await change('totp-remove', async (trx) => {
        if (!(await queries.deleteTotpSecret(trx, userId))) throw notFound('There is no app.');
        return { result: await forgetCodesOfLast(trx) };
      });
    },

    /** What the browser needs to create a passkey. */
    async startPasskey() {
      const account = await getAccount();
      const { clientName } = await readSiteInfo(db);
      const passkeys = await queries.listPasskeys(db, userId);
      if (passkeys.length >= maxPasskeys) throw tooManyPasskeys();
      return {
        challenge: await newChallenge(deps, userId),
        rp: { id: relyingParty(deps).id, name: clientName || 'Shop' },
        user: {
          id: Buffer.from(userId).toString('base64url'),
          name: account.email ?? account.name,
          displayName: account.name,
        },
        // EdDSA, ES256 and RS256.
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: challengeMs,
        excludeCredentials: passkeys.map(({ id }) => ({ id, type: 'public-key' as const })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' } as const,
        attestation: 'none' as const,
      };
    },

    /** Stores a new passkey. 400 if the browser's reply is wrong, or if there are too many. */
    async addPasskey({ name, passkey }: NewPasskey, token: string): Promise<RecoveryCodes> {
      const { id: expectedRPID, origin: expectedOrigin } = relyingParty(deps);
      const now = clock.now();
      const { transports = [], ...response } = passkey.response;
      // Loaded when it is first needed (decision 56).
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const verification = await verifyRegistrationResponse({
        response: { ...passkey, response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => queries.consumeChallenge(db, userId, challenge, now),
        expectedOrigin,
        expectedRPID,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!verification?.verified) throw badRequest('The passkey could not be added. Please try again.');
      const { credential } = verification.registrationInfo;
      // A longer one could not be named in the path that removes it.
      if (credential.id.length > 300) throw badRequest('This passkey can’t be used here.');
      const codes = await change('passkey-add', async (trx) => {
        if ((await queries.listPasskeys(trx, userId)).length >= maxPasskeys) throw tooManyPasskeys();
        await queries.insertPasskey(trx, {
          ...{ id: credential.id, userId, name, transports, createdAt: now },
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
        });
        return { result: await firstCodes(trx), detail: { name } };
      });
      await markProved(db, hashToken(token), now);
      return { codes };
    },

    /** Removes a passkey. 404. */
    async deletePasskey(id: string): Promise<void> {
      await change('passkey-remove', async (trx) => {
        const name = await queries.deletePasskey(trx, userId, id);
        if (name === undefined) throw notFound('There is no such passkey.');
        return { result: await forgetCodesOfLast(trx), detail: { name } };
      });
    },

    /** Replaces the recovery codes. 400 without a second factor. */
    async renewRecoveryCodes(): Promise<RecoveryCodes> {
      return change('recovery-codes', async (trx) => {
        const { passkey, totp } = await queries.findFactors(trx, userId);
        if (!passkey && !totp) throw badRequest('Set up a second factor first.');
        return { result: { codes: await newCodes(trx) } };
      });
    },
  };
}

/** What the browser needs to ask for a passkey of this account. */
export async function startAssertion(deps: Deps, userId: string) {
  const passkeys = await queries.listPasskeys(deps.db, userId);
  return {
    challenge: await newChallenge(deps, userId),
    rpId: relyingParty(deps).id,
    timeout: challengeMs,
    userVerification: 'preferred' as const,
    allowCredentials: passkeys.map(({ id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports: knownTransports.filter((each) => transports.includes(each)),
    })),
  };
}
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

async function newChallenge({ db, clock }: Deps, userId: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + challengeMs);
  await queries.insertChallenge(db, { challenge, userId, expiresAt });
  return challenge;
}

/** `ABCD-EFGH-2345`: 60 random bits. */
function newRecoveryCode(): string {
  const letters = new Secret({ size: 10 }).base32.slice(0, 12);
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
