import type {
  FollowVariantRequest,
  PushSubscriptionData,
} from '../../shared/contract/accounts/notifications.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import { decryptSecret, encryptSecret, renewSecret } from '../runtime/secrets.ts';
import { isPoint, newVapidKey } from './encrypt.ts';
import * as queries from './queries.ts';
import { type PushKey, sendPush } from './send.ts';

/** The push services of Chrome, Edge, Firefox and Safari. Browsers of other names use one of them. */
const pushServices =
  /^(fcm\.googleapis\.com|([\w-]+\.)*push\.services\.mozilla\.com|([\w-]+\.)*notify\.windows\.com|([\w-]+\.)*push\.apple\.com)$/;
/** Orders and variants of which one browser is told. */
const maxTopics = 30;
/** Browsers that one run tells; the next minute tells the others. */
const maxInRun = 500;
const keyContext = 'push-key';

/** What a browser can ask to be told (decision 132). */
export const notifications = (deps: Deps) => ({
  /** The public key of the shop, which is created when it is first asked for. */
  getPushKey: async () => ({ key: (await readKey(deps)).publicKey }),

  /** Tells a browser once when a variant is back in stock. 404 for one that is not for sale, 400 if it is in stock. */
  async followVariant({ variantId, subscription }: FollowVariantRequest): Promise<void> {
    await transaction(deps.db, async (trx) => {
      const stock = await queries.findStock(trx, variantId);
      if (stock === undefined) throw notFound('This product is no longer available.');
      if (stock > 0) throw badField('variantId', 'This is in stock again. Please reload the page.');
      await follow(deps, trx, { variantId }, subscription);
    });
  },

  /** Forgets a browser. It is the only one that knows its address, apart from its push service. */
  stopNotifications: (endpoint: string): Promise<void> => queries.deleteSubscription(deps.db, endpoint),
});

/**
 * Tells a browser about an order from now on. The caller decides who may. 400 for an address that is not one of a push
 * service.
 */
export const followOrder = (
  deps: Deps,
  trx: Trx,
  orderId: string,
  subscription: PushSubscriptionData,
): Promise<void> => follow(deps, trx, { orderId }, subscription);

/**
 * Queues a message to the browsers that are told about an order, once for each `what`. After the last one they are told
 * nothing more.
 */
export async function tellFollowers(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { what, isLast, ...text }: queries.PushText & { what: string; isLast: boolean },
): Promise<void> {
  const told = await queries.takeOrderTopics(trx, orderId, what);
  await queue(
    deps,
    trx,
    told.map((subscriptionId) => ({ subscriptionId, ...text })),
  );
  if (isLast) await queries.deleteOrderTopics(trx, orderId);
}

/** Job, every minute: tells browsers what they waited for and is in stock now. */
export async function tellStockFollowers(deps: Deps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const due = await queries.takeStockTopics(trx, maxInRun);
    await queue(
      deps,
      trx,
      due.map(({ subscriptionId, variantId, slug, name, values }) => ({
        subscriptionId,
        title: 'Back in stock',
        body: [name, ...values].join(', '),
        path: `/products/${slug}?variant=${variantId}`,
        tag: `stock-${variantId}`,
      })),
    );
  });
}

/** The background job of a message. */
export const notificationTasks = (deps: Deps) => ({
  async push({ messageId }: { messageId: string }): Promise<void> {
    const message = await queries.findMessage(deps.db, messageId);
    if (!message) return;
    const result = await sendPush(deps, message, await readKey(deps));
    if (result === 'gone') await queries.deleteSubscription(deps.db, message.endpoint);
    else await queries.deleteMessage(deps.db, messageId);
  },
});

/** Encrypts the private key with the current key of the shop, if another one encrypted it (decision 114). */
export async function renewPushKey(deps: Pick<Deps, 'config' | 'files'> & { db: Database }): Promise<void> {
  const stored = await queries.findKey(deps.db);
  const renewed = stored && (await renewSecret(deps, stored.privateKey, keyContext));
  if (renewed) await queries.replacePrivateKey(deps.db, renewed);
}

async function follow(
  deps: Deps,
  trx: Trx,
  topic: { orderId: string } | { variantId: string },
  subscription: PushSubscriptionData,
): Promise<void> {
  const { endpoint, keys } = subscription;
  if (!isOfPushService(endpoint, deps.config.pushServiceUrl) || !isPoint(keys.p256dh))
    throw badField('subscription.endpoint', 'Notifications of this browser are not supported.');
  const createdAt = deps.clock.now();
  const subscriptionId = await queries.saveSubscription(trx, subscription, createdAt);
  if ((await queries.countTopics(trx, subscriptionId)) >= maxTopics)
    throw badField('subscription.endpoint', `This browser waits for ${maxTopics} notifications already.`);
  await queries.insertTopic(trx, { ...topic, subscriptionId, createdAt });
}

/** The shop sends requests to known push services only, never to an address that somebody has made up. */
function isOfPushService(endpoint: string, another: string | undefined): boolean {
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username || password) return false;
  return origin === another || (protocol === 'https:' && port === '' && pushServices.test(hostname));
}

async function queue(
  deps: Deps,
  trx: Trx,
  texts: (queries.PushText & { subscriptionId: string })[],
): Promise<void> {
  if (texts.length === 0) return;
  const createdAt = deps.clock.now();
  const ids = await queries.insertMessages(
    trx,
    texts.map((text) => ({ ...text, createdAt })),
  );
  await deps.jobs.enqueue(trx, 'push', ...ids.map((messageId) => ({ messageId })));
}

async function readKey(deps: Deps): Promise<PushKey> {
  const stored = await queries.findKey(deps.db);
  if (stored)
    return {
      publicKey: stored.publicKey,
      privateKey: await decryptSecret(deps, stored.privateKey, keyContext),
    };
  const { publicKey, privateKey } = newVapidKey();
  await queries.insertKey(deps.db, {
    publicKey,
    privateKey: await encryptSecret(deps, privateKey, keyContext),
  });
  return readKey(deps);
}
