import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A part of CBOR (RFC 8949): what an authenticator sends. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, value]) => [encode(key), encode(value)]),
  ]);
}

function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A passkey in software: an ES256 key that signs challenges for one site, as an authenticator and browser do. */
export function createAuthenticator(origin: string, idBytes = 32) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idBytes);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authData = (flags: number, more: Buffer[] = []) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, ...more]);
  };
  const reply = <Response extends object>(response: Response) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
  });

  return {
    id: id.toString('base64url'),

    /** Creates the passkey for this challenge. */
    attest(challenge: string, from = origin) {
      const key = encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      // User present, user verified, attested data included.
      const data = authData(0x45, [
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        key,
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return reply({
        clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },

    /** Signs this challenge. The counter grows by one, or is set back to `count`; `flags`: user present and verified. */
    assert(challenge: string, { from = origin, count = counter + 1, flags = 0x05 } = {}) {
      counter = count;
      const client = clientData('webauthn.get', challenge, from);
      const data = authData(flags);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return reply({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
