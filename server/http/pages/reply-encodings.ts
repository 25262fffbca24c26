import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of a reply in one encoding, and all of its headers but the request id: names and values in turn. */
export type EncodedReply = { headers: string[]; body: Buffer };

/** A reply to many requests. It is stored compressed; other encodings are made when they are first requested. */
export type CachedReply = {
  status: number;
  etag: string | undefined;
  /** The headers of every encoding, names and values in turn. */
  headers: string[];
  encoded: Partial<Record<Encoding, EncodedReply>>;
  /** The encodings that are being made. */
  making: Partial<Record<Encoding, Promise<EncodedReply>>>;
  /** Whether the stored brotli is the smaller one, which takes more time to make. */
  isDense: boolean;
};

export type FreshReply = {
  status: number;
  headers: Record<string, string>;
  body: string;
  tags: Set<string>;
  /** Whether shared caches may keep it too: a public page, or the reply to a call, which varies by token. */
  edge?: 'page' | 'call' | undefined;
  /** Whether it may be stored: it was found, and all of its content was read. */
  isComplete: boolean;
};

/** Smaller bodies are not compressed, in bytes. */
const compressFrom = 1024;
/** Up to this size, quality 1 takes less CPU of this thread than handing the work to another one. */
const compressHereTo = 256 * 1024;

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** Brotli of quality 1 takes a third of the time of gzip at level 1, and is smaller. */
async function brotli(plain: Buffer, quality: 1 | 5): Promise<Buffer> {
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  };
  const isQuick = quality === 1 && plain.length <= compressHereTo;
  return isQuick ? brotliCompressSync(plain, options) : compressBrotli(plain, options);
}

/** Prepares a reply for sending, with `always`, the headers of every reply. */
export async function packReply(
  { status, headers, body }: FreshReply,
  always: Record<string, string>,
): Promise<CachedReply> {
  const plain = Buffer.from(body);
  const etag = status === 200 ? `"${hash('sha256', plain, 'base64url').slice(0, 22)}"` : undefined;
  const all = { ...always, vary: 'accept-encoding', ...headers, ...(etag && { etag }) };
  const reply: CachedReply = {
    status,
    etag,
    headers: Object.entries(all).flat(),
    encoded: {},
    making: {},
    isDense: false,
  };
  if (plain.length < compressFrom) setEncoded(reply, 'identity', plain);
  else setEncoded(reply, 'br', await brotli(plain, 1));
  return reply;
}

function setEncoded(reply: CachedReply, encoding: Encoding, body: Buffer): EncodedReply {
  const headers = [...reply.headers, 'content-length', String(body.length)];
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  const encoded = { headers, body };
  reply.encoded[encoding] = encoded;
  return encoded;
}

/** The reply in the best encoding that the client accepts; undefined if it must be made first. */
export function findEncoded({ encoded }: CachedReply, accepted: Encoding): EncodedReply | undefined {
  return encoded[accepted] ?? (encoded.br ? undefined : encoded.identity);
}

/** The reply in this encoding, which is made, once for all requests that wait for it, if it is missing. */
export async function getEncoded(reply: CachedReply, encoding: Encoding): Promise<EncodedReply> {
  const found = findEncoded(reply, encoding);
  if (found) return found;
  reply.making[encoding] ??= makeEncoded(reply, encoding).finally(() => {
    delete reply.making[encoding];
  });
  return reply.making[encoding];
}

async function makeEncoded(reply: CachedReply, encoding: Encoding): Promise<EncodedReply> {
  const plain = await decompress(reply);
  return setEncoded(reply, encoding, encoding === 'gzip' ? await compressGzip(plain) : plain);
}

/** Replaces the brotli that was made for the first request by a smaller one. */
export async function makeDense(reply: CachedReply): Promise<void> {
  if (reply.isDense || !reply.encoded.br) return;
  reply.isDense = true;
  setEncoded(reply, 'br', await brotli(await decompress(reply), 5));
}

const decompress = async ({ encoded: { br, identity } }: CachedReply): Promise<Buffer> =>
  identity?.body ?? (br ? decompressBrotli(br.body) : Buffer.alloc(0));

/** How much memory a reply takes, in bytes: its bodies, and roughly its headers and its place. */
export function sizeOf({ encoded }: CachedReply): number {
  let size = 4000;
  for (const item of Object.values(encoded)) size += item.body.length;
  return size;
}

/** The best encoding for each Accept-Encoding header: browsers send few different ones. */
const negotiated = new Map<string, Encoding>();

/** The best encoding that an Accept-Encoding header accepts (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header = ''): Encoding {
  const known = negotiated.get(header);
  if (known) return known;
  const encoding = negotiate(header);
  if (negotiated.size >= 100) negotiated.clear();
  negotiated.set(header, encoding);
  return encoding;
}

function negotiate(header: string): Encoding {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((text) => {
        const [name = '', ...params] = text.split(';').map((part) => part.trim());
        const weight = params.find((param) => param.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  const weightOf = (encoding: Encoding) =>
    // A client that does not mention `identity` accepts it if there is nothing better.
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.0001 : 0);
  const encodings: Encoding[] = ['br', 'gzip', 'identity'];
  const accepted = encodings.filter((encoding) => weightOf(encoding) > 0);
  const [best = 'identity'] = accepted.sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}
