import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type {
  NewPasskey,
  Proof,
  RecoveryCodes,
  SecondFactor,
} from '../../shared/contract/accounts/second-factor.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, conflict, notFound, unauthorized } from '../errors.ts';
import { encryptSecret } from '../runtime/secrets.ts';
import { assertRoom, startAttestation, verifyAttestation } from './passkeys.ts';
import { presentPasskey } from './present.ts';
import { appCodes, checkProof, checkTotp, hashRecoveryCode, totpContext } from './prove.ts';
import * as queries from './queries/factor-queries.ts';
import { findUser, lockUser } from './queries/queries.ts';
import { markProved } from './queries/session-queries.ts';
import { mailFactorChanged } from './security-mails.ts';
import { hashToken } from './tokens.ts';

const recoveryCodeCount = 10;

/** What the mail about a change says. */
const factorChanges = {
  'totp-add': 'added',
  'passkey-add': 'added',
  'totp-remove': 'removed',
  'passkey-remove': 'removed',
  'recovery-codes': 'codes',
} as const;

/** The second factors of an admin, and their proofs of who they are (decision 42). */
export function secondFactors(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  const { userId } = admin;
  return {
    getSecondFactor: (): Promise<SecondFactor> => getSecondFactor(db, userId),

    /** Proves for ten minutes of this session that it is the admin. 400, 429: see checkProof. */
    async stepUp(proof: Proof, token: string): Promise<void> {
      await checkProof(
        deps,
        await getAccount(db, userId),
        proof,
        await queries.findFactors(db, userId),
        admin.address,
      );
      await markProved(db, hashToken(token), clock.now());
    },

    /** Starts to set up an app. 409 if there is one. */
    async startTotp() {
      const secret = randomBytes(20);
      const account = await getAccount(db, userId);
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
      const codes = await change(deps, admin, 'totp-add', async (trx) => ({
        result: await firstCodes(trx, userId),
      }));
      await markProved(db, hashToken(token), clock.now());
      return { codes };
    },

    /** Removes the app. 404. */
    async deleteTotp(): Promise<void> {
      await change(deps, admin, 'totp-remove', async (trx) => {
        if (!(await queries.deleteTotpSecret(trx, userId))) throw notFound('There is no app.');
        return { result: await forgetCodesOfLast(trx, userId) };
      });
    },

    /** What the browser needs to create a passkey. 400 if there are too many. */
    startPasskey: async () => startAttestation(deps, await getAccount(db, userId), 'preferred'),

    /** Stores a new passkey. 400 if the browser's reply is wrong, or if there are too many. */
    async addPasskey(given: NewPasskey, token: string): Promise<RecoveryCodes> {
      const row = await verifyAttestation(deps, userId, given, 'preferred');
      const codes = await change(deps, admin, 'passkey-add', async (trx) => {
        assertRoom(await queries.listPasskeys(trx, userId));
        await queries.insertPasskey(trx, row);
        return { result: await firstCodes(trx, userId), detail: { name: row.name } };
      });
      await markProved(db, hashToken(token), row.createdAt);
      return { codes };
    },

    /** Removes a passkey. 404. */
    async deletePasskey(id: string): Promise<void> {
      await change(deps, admin, 'passkey-remove', async (trx) => {
        const name = await queries.deletePasskey(trx, userId, id);
        if (name === undefined) throw notFound('There is no such passkey.');
        return { result: await forgetCodesOfLast(trx, userId), detail: { name } };
      });
    },

    /** Replaces the recovery codes. 400 without a second factor. */
    async renewRecoveryCodes(): Promise<RecoveryCodes> {
      return change(deps, admin, 'recovery-codes', async (trx) => {
        const { passkey, totp } = await queries.findFactors(trx, userId);
        if (!passkey && !totp) throw badRequest('Set up a second factor first.');
        return { result: { codes: await newCodes(trx, userId) } };
      });
    },
  };
}

async function getSecondFactor(db: Database, userId: string): Promise<SecondFactor> {
  const { totp } = await queries.findFactors(db, userId);
  const passkeys = await queries.listPasskeys(db, userId);
  const { secondFactorRequired } = await readSiteInfo(db);
  return {
    required: secondFactorRequired,
    totp,
    passkeys: passkeys.map(presentPasskey),
    recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
  };
}

/** Runs `work` while the account is locked, records it in the audit log and reports it to the account. */
const change = <T>(
  deps: Deps,
  admin: Admin,
  action: keyof typeof factorChanges,
  work: (trx: Trx) => Promise<{ result: T; detail?: object }>,
): Promise<T> =>
  transaction(deps.db, async (trx) => {
    const account = await lockUser(trx, admin.userId);
    if (!account) throw unauthorized();
    const { result, detail } = await work(trx);
    await recordAudit(trx, admin, {
      action: `admin.${action}`,
      subject: admin.userId,
      ...(detail && { detail }),
    });
    await mailFactorChanged(deps, trx, account, factorChanges[action]);
    return result;
  });

async function getAccount(db: Database, userId: string) {
  const account = await findUser(db, userId);
  if (!account) throw unauthorized();
  return account;
}

/** New recovery codes with the first factor; none if there are some already. */
const firstCodes = async (trx: Trx, userId: string): Promise<string[]> =>
  (await queries.countRecoveryCodes(trx, userId)) > 0 ? [] : newCodes(trx, userId);

async function newCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await queries.replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Recovery codes stand in for a second factor, so they go with the last one. */
async function forgetCodesOfLast(trx: Trx, userId: string): Promise<void> {
  const { passkey, totp } = await queries.findFactors(trx, userId);
  if (!passkey && !totp) await queries.replaceRecoveryCodes(trx, userId, []);
}

/** `ABCD-EFGH-2345`: 60 random bits. */
function newRecoveryCode(): string {
  const letters = new Secret({ size: 10 }).base32.slice(0, 12);
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
