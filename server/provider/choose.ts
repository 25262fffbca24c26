import { sandboxKeys } from '../../sandbox/queries.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { hasRealOrders } from '../db/test-orders.ts';
import type { Payments } from '../deps.ts';
import { StartError } from '../runtime/start-errors.ts';
import { createProvider } from './client.ts';

/**
 * The configured provider, or the sandbox if there are no keys. Both use the same HTTP client (contract §3, Payment
 * providers). Throws a StartError if a shop with real orders would use the sandbox without the setting that says
 * so, because it would ship goods without payment.
 */
export async function choosePayments(db: Database, config: Config): Promise<Payments> {
  if (config.payments.mode === 'razorpay') {
    const { keyId, keySecret, webhookSecrets, apiUrl, checkoutUrl, test } = config.payments;
    return {
      provider: createProvider({ keyId, keySecret, apiUrl }),
      name: 'razorpay',
      keyId,
      keySecret,
      webhookSecrets,
      checkoutScript: checkoutUrl,
      test,
    };
  }
  if (!config.payments.isExplicit && (await hasRealOrders(db))) throw new StartError(keysMissing);
  const keys = await sandboxKeys(db);
  return {
    provider: createProvider({ ...keys, apiUrl: `${config.localUrl}/sandbox/razorpay` }),
    name: 'sandbox',
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecrets: [keys.webhookSecret],
    checkoutScript: '/sandbox/razorpay/v1/checkout.js',
    test: true,
  };
}

/** The sandbox of a shop, which answers while there are no keys of a real provider. */
export const openSandbox = async (db: Database, config: Config) => ({
  ...(await sandboxKeys(db)),
  webhookUrl: `${config.localUrl}/api/razorpay/webhook`,
  linkUrl: () => `${config.publicUrl}/sandbox/razorpay/v1/links`,
});

const keysMissing =
  'Haat does not start: this shop has real orders and no Razorpay keys. Set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET, or set PAYMENTS=sandbox to run it in test mode.';
