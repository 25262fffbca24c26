import { randomBytes } from 'node:crypto';
import type { PaymentSettings, RazorpayKeys, WithWebhookSecret } from '../../shared/contract/settings.ts';
import { type Config, fixedBy } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { hasRealOrders } from '../db/test-orders.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badGateway, conflict } from '../errors.ts';
import { findNewestProviderOrder } from '../ledger/queries/payment-queries.ts';
import { findSignedTime } from '../payments/payments.ts';
import { createProvider, ProviderError } from '../provider/provider.ts';
import { findStoredTime } from './queries.ts';
import { reloadSettings, requireFree, storeSettings } from './stored.ts';

/** The events that Razorpay must send (razorpay §7.1). */
const events = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'payment.dispute.created',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
  'order.paid',
  'payment_link.paid',
  'payment_link.cancelled',
  'payment_link.expired',
  'refund.created',
  'refund.processed',
  'refund.failed',
];

/** The account at Razorpay, as an admin sees and changes it. */
export function paymentSettingsAdmin(deps: Deps, admin: Admin) {
  const { db, config } = deps;

  return {
    getPaymentSettings: () => presentPayment(deps),

    /**
     * Checks keys at the provider and uses them from now on. The first ones of the test mode and of the live mode of
     * Razorpay get a new webhook secret, because each mode has webhooks of its own. 400 by field if the provider refuses
     * them, 502 if it can't be asked, 409 `conflict` if the environment fixes them or, unless the admin has confirmed it, if
     * they belong to another account than the orders.
     */
    async setRazorpayKeys({ keyId, keySecret, isOtherAccount }: RazorpayKeys): Promise<WithWebhookSecret> {
      requireFree(config, 'payment');
      await checkKeys(deps, { keyId, keySecret }, isOtherAccount);
      const { payments } = config;
      const isSameMode = payments.mode === 'razorpay' && payments.test === isTestKey(keyId);
      const webhookSecret = isSameMode ? null : newSecret();
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'payment', {
          RAZORPAY_KEY_ID: keyId,
          RAZORPAY_KEY_SECRET: keySecret,
          ...(webhookSecret && {
            RAZORPAY_WEBHOOK_SECRET: webhookSecret,
            RAZORPAY_WEBHOOK_SECRET_PREVIOUS:
              payments.mode === 'razorpay' ? payments.webhookSecrets[0] : undefined,
          }),
        });
        await recordAudit(trx, admin, { action: 'payment.keys', subject: keyId });
      });
      await reloadSettings(deps);
      return { ...(await presentPayment(deps)), webhookSecret };
    },

    /**
     * Creates another webhook secret. Events with the one that Razorpay has are accepted until `endPreviousSecret`: the
     * current one or, if no event was signed with that, the previous one. 409.
     */
    async replaceWebhookSecret(): Promise<WithWebhookSecret> {
      requireFree(config, 'payment');
      const [current, previous = current] = requireKeys(config).webhookSecrets;
      const isUsed = await findSignedTime(db, await findStoredTime(db, 'RAZORPAY_WEBHOOK_SECRET'));
      const webhookSecret = newSecret();
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'payment', {
          RAZORPAY_WEBHOOK_SECRET: webhookSecret,
          RAZORPAY_WEBHOOK_SECRET_PREVIOUS: isUsed ? current : previous,
        });
        await recordAudit(trx, admin, { action: 'payment.webhook-secret', subject: '' });
      });
      await reloadSettings(deps);
      return { ...(await presentPayment(deps)), webhookSecret };
    },

    /** Accepts no event with the previous webhook secret any more. 409. */
    async endPreviousSecret(): Promise<PaymentSettings> {
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'payment', { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: undefined });
        await recordAudit(trx, admin, { action: 'payment.webhook-secret-end', subject: '' });
      });
      await reloadSettings(deps);
      return presentPayment(deps);
    },

    /** Returns to the built-in test mode. 409 once the shop has real orders, whose payments need the keys. */
    async removeRazorpayKeys(): Promise<PaymentSettings> {
      if (await hasRealOrders(db))
        throw conflict('conflict', 'The shop has real orders, so it needs its keys. Replace them instead.');
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'payment', {
          RAZORPAY_KEY_ID: undefined,
          RAZORPAY_KEY_SECRET: undefined,
          RAZORPAY_WEBHOOK_SECRET: undefined,
          RAZORPAY_WEBHOOK_SECRET_PREVIOUS: undefined,
        });
        await recordAudit(trx, admin, { action: 'payment.keys-removed', subject: '' });
      });
      await reloadSettings(deps);
      return presentPayment(deps);
    },
  };
}

const isTestKey = (keyId: string): boolean => keyId.startsWith('rzp_test_');

const newSecret = () => randomBytes(24).toString('base64url');

function requireKeys({ payments }: Config) {
  if (payments.mode === 'razorpay') return payments;
  throw conflict('conflict', 'There are no keys of Razorpay yet. Enter them first.');
}

async function presentPayment({ db, config }: Deps): Promise<PaymentSettings> {
  const { payments, publicUrl } = config;
  const created = await findStoredTime(db, 'RAZORPAY_WEBHOOK_SECRET');
  const last = payments.mode === 'sandbox' ? undefined : await findSignedTime(db, created);
  return {
    fixedBy: fixedBy(config, 'payment') ?? null,
    mode: payments.mode === 'sandbox' ? 'sandbox' : payments.test ? 'test' : 'live',
    keyId: payments.mode === 'sandbox' ? '' : payments.keyId,
    webhook: {
      url: `${publicUrl}/api/razorpay/webhook`,
      events,
      createdAt: created?.toISOString() ?? null,
      hasPrevious: payments.mode === 'razorpay' && payments.webhookSecrets.length > 1,
      lastEventAt: last?.toISOString() ?? null,
    },
  };
}

/** Asks the provider with the new keys: for its payments of now, and for the newest order that the shop opened there. */
async function checkKeys(
  { db, config }: Deps,
  keys: Pick<RazorpayKeys, 'keyId' | 'keySecret'>,
  isOtherAccount: boolean,
): Promise<void> {
  const provider = createProvider({ ...keys, apiUrl: config.razorpayApiUrl });
  try {
    await provider.listReceived(new Date());
    const orderId = await findNewestProviderOrder(db, { isTest: isTestKey(keys.keyId) });
    if (!orderId || isOtherAccount) return;
    await provider.getOrder(orderId).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      throw conflict(
        'other_account',
        'Razorpay accepts these keys, but they belong to another account than the earlier orders of this shop. Refunds of those orders would fail.',
      );
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'unauthorised')
      throw badField(
        'keySecret',
        'Razorpay does not accept this key id with this secret. Copy both again, or create new keys at Razorpay',
      );
    throw badGateway('Razorpay did not answer, so the keys were not saved. Please try again in a minute.');
  }
}
