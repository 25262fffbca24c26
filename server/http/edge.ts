import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { FreshReply } from './pages/reply-encodings.ts';

/**
 * How long a shared cache may keep a reply that it is told to drop when it changes: as long as the shop keeps one without
 * making it again. Without an address for such messages it is short.
 */
const purgedSeconds = 60;
const unpurgedSeconds = 1;

export type Edge = ReturnType<typeof createEdge>;

/** Marks replies for the shared cache (CDN) in front of the shop, if there is one (decision 118). */
export function createEdge(cdn: Config['cdn']) {
  const seconds = cdn?.kind === 'log' ? unpurgedSeconds : purgedSeconds;
  const [tagHeader, separator] =
    cdn?.kind === 'cloudflare' ? (['cache-tag', ','] as const) : (['surrogate-key', ' '] as const);

  return {
    /** The reply with how long a shared cache may keep it, and with the tags by which it is dropped. */
    mark(reply: FreshReply): FreshReply {
      const { edge, headers, tags } = reply;
      // Cloudflare ignores `Vary`, so it would send the reply of a guest to an admin.
      if (!cdn || !edge || (edge === 'call' && cdn.kind === 'cloudflare')) return reply;
      return {
        ...reply,
        headers: {
          ...headers,
          'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
          [tagHeader]: [...tags].map(edgeTag).join(separator),
        },
      };
    },

    /** Removes the marks from a reply that has changed since it was made: it would be kept after it was dropped. */
    unmark(reply: FastifyReply): void {
      if (!reply.hasHeader(tagHeader)) return;
      reply.removeHeader(tagHeader).header('cache-control', mustRevalidate);
    },
  };
}

/** The tag as shared caches know it: short, since a list has many and proxies limit the size of headers. */
export const edgeTag = (tag: string): string => (tag.startsWith('product:') ? `p${tag.slice(-12)}` : tag);

/** Clients may keep a reply, but ask each time whether it has changed. */
export const mustRevalidate = 'public, max-age=0, must-revalidate';
