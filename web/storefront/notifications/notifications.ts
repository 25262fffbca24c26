import { call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { serviceWorkerPath } from '../../ui/text/trusted-html.ts';
import { orderKeyHeader } from '../orders/order-keys.ts';

/** What a browser can be told about (decision 132). */
export type Followed = { orderId: string } | { variantId: string };

/** The ids of what this browser is told about. */
const storageKey = 'notifications';
const maxRemembered = 30;

/** Whether this browser can show notifications, and its user has not forbidden them. */
export const canNotify = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window &&
  Notification.permission !== 'denied';

export const isFollowing = (followed: Followed): boolean =>
  canNotify() && Notification.permission === 'granted' && readIds().includes(idOf(followed));

export const isFollowingAny = (): boolean =>
  canNotify() && Notification.permission === 'granted' && readIds().length > 0;

/**
 * Asks for the permission, which browsers allow only after a click, and has this browser told. False if the shopper
 * refuses; throws if it fails.
 */
export async function follow(followed: Followed): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(serviceWorkerPath, { updateViaCache: 'all' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await call('GET /push/key');
  const applicationServerKey = Uint8Array.from(
    atob(key.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.charCodeAt(0),
  );
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = '', keys = {} } = made.toJSON();
  const subscription = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
  if ('orderId' in followed)
    await call('POST /push/orders/:id', {
      params: { id: followed.orderId },
      headers: orderKeyHeader(followed.orderId),
      body: { subscription },
    });
  else await call('POST /push/variants', { body: { ...followed, subscription } });
  writeStored(storageKey, JSON.stringify([idOf(followed), ...readIds()].slice(0, maxRemembered)));
  return true;
}

export async function stopNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    await call('POST /push/stop', { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  writeStored(storageKey, null);
}

const idOf = (followed: Followed) => ('orderId' in followed ? followed.orderId : followed.variantId);

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(readStored(storageKey) ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}
