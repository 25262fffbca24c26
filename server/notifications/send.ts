import type { Deps } from '../deps.ts';
import { traced } from '../runtime/tracing.ts';
import { encryptPush, vapidHeader } from './encrypt.ts';
import type { PushText } from './queries.ts';

export type PushKey = { publicKey: string; privateKey: Buffer };
type Waiting = PushText & { endpoint: string; p256dh: string; auth: string; createdAt: Date };

const timeoutMs = 10_000;
/** After this time a message is of no use any more. */
const maxAgeMs = 86_400_000;

/**
 * Sends a message to the push service of its browser (RFC 8030). `gone`: the browser does not exist any more. Throws if
 * it can be tried again later; the error names no address.
 */
export async function sendPush(
  deps: Pick<Deps, 'config' | 'clock' | 'log'>,
  { endpoint, p256dh, auth, createdAt, title, body, path, tag }: Waiting,
  key: PushKey,
): Promise<'sent' | 'dropped' | 'gone'> {
  const now = deps.clock.now();
  if (now.getTime() - createdAt.getTime() > maxAgeMs) return 'dropped';
  const content = encryptPush(Buffer.from(JSON.stringify({ title, body, path, tag })), { p256dh, auth });
  const status = await traced({ kind: 'provider', name: 'push' }, async () => {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(endpoint, key, { subject: deps.config.publicUrl, now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(maxAgeMs / 1000),
      },
      body: new Uint8Array(content),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new Error('The push service could not be reached');
    });
    await reply.body?.cancel();
    return reply.status;
  });
  if (status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) throw new Error(`The push service replied with ${status}`);
  deps.log.warn({ status }, 'a notification was refused');
  return 'dropped';
}
