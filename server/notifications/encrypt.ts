import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

const curve = 'prime256v1';
const recordSize = 4096;
const tokenSeconds = 12 * 3600;

/** A new pair of keys for VAPID (RFC 8292): the public one as browsers want it, the private one as PKCS 8. */
export function newVapidKey(): { publicKey: string; privateKey: Buffer } {
  const pair = generateKeyPairSync('ec', { namedCurve: curve });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

/** Whether this is a point of P-256, which a key of a browser must be. */
export function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** The Authorization header with which the push service of `endpoint` knows the shop (RFC 8292). */
export function vapidHeader(
  endpoint: string,
  { publicKey, privateKey }: { publicKey: string; privateKey: Buffer },
  { subject, now }: { subject: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const claims = { aud: new URL(endpoint).origin, exp, sub: subject };
  const content = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** A message that only the browser with these keys can read (RFC 8291): one record of the encoding `aes128gcm`. */
export function encryptPush(
  message: Buffer,
  keys: { p256dh: string; auth: string },
  { salt = randomBytes(16), sender = newSender() }: { salt?: Buffer; sender?: ECDH } = {},
): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const ownKey = sender.getPublicKey();
  const derive = (secret: Buffer, with_: Buffer, info: (string | Buffer)[], bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', secret, with_, Buffer.concat(info.map((part) => Buffer.from(part))), bytes),
    );
  const shared = sender.computeSecret(receiver);
  const secret = derive(
    shared,
    Buffer.from(keys.auth, 'base64url'),
    ['WebPush: info\0', receiver, ownKey],
    32,
  );
  const key = derive(secret, salt, ['Content-Encoding: aes128gcm\0'], 16);
  const nonce = derive(secret, salt, ['Content-Encoding: nonce\0'], 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  // The last and only record ends with 2.
  const record = [
    cipher.update(message),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, ...record]);
}

function newSender(): ECDH {
  const sender = createECDH(curve);
  sender.generateKeys();
  return sender;
}
