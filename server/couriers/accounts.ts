import { createHash, randomBytes } from 'node:crypto';
import {
  type BookableCourier,
  type CourierAccount,
  type CourierAccountChange,
  type CourierProvider,
  type CourierSettings,
  courierProvider,
  courierProviders,
  type ParcelSize,
} from '../../shared/contract/orders/couriers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badGateway, conflict, notFound } from '../errors.ts';
import { decryptSecret, encryptSecret, renewSecret } from '../runtime/secrets.ts';
import type { Account } from './courier-api.ts';
import { CourierError, explain } from './courier-error.ts';
import { deletePinAnswers } from './pin-queries.ts';
import * as queries from './queries.ts';

/** The address for tracking events: Shiprocket refuses addresses with its name, `sr` or `kr` (india §2.1). */
const eventsPath = '/api/courier/events';

const contextOf = (provider: string) => `courier ${provider}`;
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The accounts of the shop at couriers, as an admin sees them (decision 114). */
export function courierAdmin(deps: Deps, admin: Admin) {
  const { db, config, clock } = deps;

  async function getCourierSettings(): Promise<CourierSettings> {
    const rows = await queries.listAccounts(db);
    return {
      accounts: courierProvider.options
        .filter((provider) => provider !== 'sandbox' || deps.payments.test)
        .map((provider) => present(deps, provider, rows)),
      eventsUrl: config.publicUrl + eventsPath,
    };
  }

  return {
    getCourierSettings,

    /**
     * Changes an account. 404 for an unknown courier, 400 by field if it is switched on although something is missing.
     */
    async changeCourierAccount(
      name: string,
      { secret, ...change }: CourierAccountChange,
    ): Promise<CourierSettings> {
      const provider = readProvider(name);
      const sealed = secret && (await encryptSecret(deps, Buffer.from(secret), contextOf(provider)));
      await transaction(db, async (trx) => {
        const before = await queries.findAccount(trx, provider);
        if (change.isOn) checkComplete(provider, change, Boolean(sealed || before?.secret));
        if (change.isOn && provider === 'sandbox') await requireTestMode(deps, trx);
        await queries.saveAccount(trx, provider, {
          ...change,
          ...(sealed && { secret: sealed }),
          updatedAt: clock.now(),
        });
        await deletePinAnswers(trx, provider);
        await recordAudit(trx, admin, {
          action: 'courier.update',
          subject: provider,
          detail: { isOn: change.isOn, newSecret: Boolean(sealed) },
        });
      });
      return getCourierSettings();
    },

    /** Signs in at a courier. Errors: 404, 409 `not_bookable` if the account is incomplete, 502. */
    async testCourierAccount(name: string): Promise<{ pickupLocations: string[] }> {
      const provider = readProvider(name);
      const account = await openAccount(deps, provider);
      const pickupLocations = await asAdminError(provider, () => deps.couriers[provider].test(account));
      if (pickupLocations.length > 0 && !pickupLocations.includes(account.pickupLocation)) {
        const known = pickupLocations.slice(0, 10).join(', ');
        throw badGateway(
          `The login is right, but there is no pickup location of this name. There is: ${known}`,
        );
      }
      return { pickupLocations };
    },

    /** Creates the token with which a courier sends events; the previous one is not valid any more. 404. */
    async createEventToken(name: string): Promise<{ token: string }> {
      const provider = readProvider(name);
      const token = randomBytes(24).toString('base64url');
      await transaction(db, async (trx) => {
        await queries.saveAccount(trx, provider, { eventTokenHash: hashOf(token), updatedAt: clock.now() });
        await recordAudit(trx, admin, { action: 'courier.event-token', subject: provider });
      });
      return { token };
    },

    listBookableCouriers: () => listBookableCouriers(deps),
  };
}

/** The couriers that are switched on. */
export async function listBookableCouriers(deps: Pick<Deps, 'db' | 'payments'>): Promise<BookableCourier[]> {
  const rows = await queries.listAccounts(deps.db);
  return courierProvider.options
    .map((provider) => present(deps, provider, rows))
    .filter(({ isOn }) => isOn)
    .map(({ provider, weightGrams, lengthCm, widthCm, heightCm }) => ({
      provider,
      weightGrams,
      lengthCm,
      widthCm,
      heightCm,
    }));
}

/** A courier by its name. 404 for an unknown one. */
export function readProvider(name: string): CourierProvider {
  const { data } = courierProvider.safeParse(name);
  if (!data) throw notFound('There is no such courier.');
  return data;
}

const defaults = {
  login: '',
  pickupLocation: '',
  pickupPin: '',
  weightGrams: 500,
  lengthCm: 20,
  widthCm: 15,
  heightCm: 5,
};

function present(
  deps: Pick<Deps, 'payments'>,
  provider: CourierProvider,
  rows: queries.AccountRow[],
): CourierAccount {
  const row = rows.find((stored) => stored.provider === provider);
  const { login, pickupLocation, pickupPin, weightGrams, lengthCm, widthCm, heightCm } = row ?? defaults;
  const isOn = provider === 'sandbox' ? isTestCourierOn(deps, rows) : (row?.isOn ?? false);
  return {
    provider,
    isOn,
    login,
    pickupLocation,
    pickupPin,
    weightGrams,
    lengthCm,
    widthCm,
    heightCm,
    hasSecret: Boolean(row?.secret),
    hasEventToken: Boolean(row?.eventTokenHash),
  };
}

/**
 * The test courier is on in test mode, unless it was switched off or a real courier is on: nobody should choose it by
 * mistake for a parcel that another one is to carry (decision 114).
 */
function isTestCourierOn({ payments }: Pick<Deps, 'payments'>, rows: queries.AccountRow[]): boolean {
  const isReal = rows.some(({ provider, isOn }) => isOn && provider !== 'sandbox');
  return payments.test && !isReal && (rows.find(({ provider }) => provider === 'sandbox')?.isOn ?? true);
}

/** 409 `not_bookable` unless payments are in test mode and no real courier is on. */
async function requireTestMode({ payments }: Pick<Deps, 'payments'>, db: Database | Trx): Promise<void> {
  if (!payments.test)
    throw conflict('not_bookable', 'The test courier can be used only while payments are in test mode.');
  const real = (await queries.listAccounts(db)).find(({ provider, isOn }) => isOn && provider !== 'sandbox');
  if (real)
    throw conflict(
      'not_bookable',
      'The test courier can’t be used beside a real courier. Switch that off first.',
    );
}

function checkComplete(
  provider: CourierProvider,
  { login, pickupLocation, pickupPin }: Pick<CourierAccount, 'login' | 'pickupLocation' | 'pickupPin'>,
  hasSecret: boolean,
): void {
  if (provider === 'sandbox') return;
  if (provider === 'shiprocket' && !login) throw badField('login', 'Email is required');
  if (!hasSecret)
    throw badField('secret', provider === 'shiprocket' ? 'Password is required' : 'API token is required');
  if (!pickupLocation) throw badField('pickupLocation', 'Pickup location is required');
  if (!pickupPin) throw badField('pickupPin', 'PIN code is required');
}

/** The account at a courier with its secret. 409 `not_bookable` if it is incomplete. */
export async function openAccount(
  deps: Pick<Deps, 'db' | 'config' | 'files'>,
  provider: CourierProvider,
): Promise<Account> {
  if (provider === 'sandbox') return { login: '', secret: '', pickupLocation: '', pickupPin: '' };
  const row = await queries.findAccount(deps.db, provider);
  const incomplete = () =>
    conflict(
      'not_bookable',
      `The account at ${courierProviders[provider]} is not complete. See Settings > Couriers.`,
    );
  if (!row?.secret || !row.pickupLocation || !row.pickupPin) throw incomplete();
  const { login, pickupLocation, pickupPin } = row;
  // Encrypted with a key that the shop does not have any more: it has to be entered again.
  const secret = await decryptSecret(deps, row.secret, contextOf(provider)).catch(() => {
    throw incomplete();
  });
  return { login, secret: secret.toString(), pickupLocation, pickupPin };
}

/** The usual size of a parcel with a courier. 409 `not_bookable` unless it is switched on. */
export async function readParcelSize(
  deps: Pick<Deps, 'payments'>,
  db: Database | Trx,
  provider: CourierProvider,
): Promise<ParcelSize> {
  const { isOn, weightGrams, lengthCm, widthCm, heightCm } = present(
    deps,
    provider,
    await queries.listAccounts(db),
  );
  if (!isOn)
    throw conflict('not_bookable', `${courierProviders[provider]} is switched off. See Settings > Couriers.`);
  return { weightGrams, lengthCm, widthCm, heightCm };
}

/** Runs a call of a courier; its errors become a 502 that an admin can read. */
export async function asAdminError<T>(provider: CourierProvider, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof CourierError) throw badGateway(explain(error, courierProviders[provider]));
    throw error;
  });
}

/** Encrypts the stored secrets with the current key, if another one encrypted them (decision 114). */
export async function renewCourierSecrets(
  deps: Pick<Deps, 'config' | 'files'> & { db: Database },
): Promise<void> {
  for (const { provider, secret } of await queries.listAccounts(deps.db)) {
    const renewed = secret && (await renewSecret(deps, secret, contextOf(provider)));
    if (renewed)
      await transaction(deps.db, (trx) =>
        queries.saveAccount(trx, courierProvider.parse(provider), { secret: renewed }),
      );
  }
}
