import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Opening } from '../../shared/contract/opening.ts';
import { hashToken } from '../accounts/accounts.ts';
import { findSessionByHash } from '../accounts/sessions.ts';
import { isAccessToken } from '../content/content.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { notFound, ShopError } from '../errors.ts';
import type { Api } from './api.ts';
import type { Handlers } from './handlers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the shop is not open for who sends this request. */
    isShut: boolean;
    /** Whether it concerns a shop that is not open, so that nobody may keep the reply. */
    isPrivate: boolean;
  }
  interface FastifyContextConfig {
    /** Whether the call is for shoppers of an open shop. */
    isForShoppers?: boolean | undefined;
  }
}

const cookieName = 'shop_preview';
const cookieSeconds = 30 * 86_400;
/** What the cookie of an admin begins with; the hash of their session's token follows. */
const ofSession = 'session.';

/** The state is read again at this age, or at the second one while changes are not received. */
const maxAgeMs = 60_000;
const unnotifiedMs = 1000;

/** Routes of files with products that are neither pages nor calls. */
const productFiles = /^\/(sitemap[^/]*\.xml|llms\.txt|feeds\/|uploads\/preview\/)/;

/**
 * Lets requests into a shop that is not open only from admins, and from browsers with the cookie of the password or of a
 * preview link. The state is cached until the database notifies of a change, so that an open shop asks for nothing.
 */
export function createOpeningGate(deps: Deps) {
  let cached: Opening | undefined;
  let cachedAt = 0;
  let changes = 0;
  let reading: Promise<Opening> | undefined;
  let isNotified = true;

  function known(): Opening | undefined {
    const age = performance.now() - cachedAt;
    return age > (isNotified ? maxAgeMs : unnotifiedMs) ? undefined : cached;
  }

  /** The state that is known, or is being read. */
  async function read(): Promise<Opening> {
    const fresh = known();
    if (fresh) return fresh;
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readNow(): Promise<Opening> {
    const before = changes;
    const { opening } = await readSiteInfo(deps.db);
    // What changed meanwhile is read again.
    if (changes !== before) return readNow();
    cached = opening;
    cachedAt = performance.now();
    return opening;
  }

  /** Decides whether the request may see the shop, and refuses what a closed shop does not answer. */
  async function check(request: FastifyRequest): Promise<void> {
    if (known()?.isOpen) return;
    const opening = await read();
    if (opening.isOpen) return;
    const { actor, is404, routeOptions } = request;
    // Not the address as it was written, which can have encoded letters.
    const { url = '' } = routeOptions;
    const { isPage, isForShoppers } = routeOptions.config;
    request.isPrivate = isPage || is404 || isForShoppers || productFiles.test(url);
    if (actor.kind === 'admin' || (await hasAccess(deps, request, opening))) return;
    request.isShut = true;
    if (isForShoppers) throw new ShopError('shop_closed', 'This shop is not open yet.');
    if (productFiles.test(url)) throw notFound();
  }

  /** What one visitor may see must not be stored for others. */
  async function forbidSharing(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.isPrivate) return;
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    for (const name of ['cache-tag', 'surrogate-key']) reply.removeHeader(name);
  }

  return {
    /** Whether the shop is known to be open, so that cached replies are for everyone. */
    isOpen: () => known()?.isOpen === true,

    register(app: Api): void {
      app.decorateRequest('isShut', false);
      app.decorateRequest('isPrivate', false);
      app.addHook('onRequest', check);
      app.addHook('onSend', forbidSharing);
      app.get('/preview/:token', { schema: { hide: true } }, async (request, reply) => {
        const { token = '' } = request.params as { token?: string };
        const opening = await read();
        if (opening.isOpen) return reply.redirect('/', 303);
        if (!isAccessToken(opening, token)) return reply.redirect('/#link-ended', 303);
        setAccessCookie(deps, reply, token);
        return reply.header('cache-control', 'private, no-store').redirect('/', 303);
      });
    },

    drop(tag: string): void {
      if (tag !== 'content') return;
      changes++;
      cached = undefined;
    },

    setNotified(value: boolean): void {
      changes++;
      cached = undefined;
      isNotified = value;
    },
  };
}

/** Lets the browser see the shop while it is not open: with the token of the password or of a link. */
function setAccessCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, value: string): void {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** The calls that let a browser see a shop that is not open. */
export const accessHandlers = (deps: Pick<Deps, 'config'>) =>
  ({
    'POST /opening/access': async ({ shop, body, reply }) =>
      setAccessCookie(deps, reply, await shop.content.enterWithPassword(body.password)),
    // The access ends with the session.
    'POST /opening/admin-access': ({ token, reply }) =>
      setAccessCookie(deps, reply, ofSession + hashToken(token).toString('hex')),
  }) satisfies Partial<Handlers>;

async function hasAccess(deps: Deps, { headers }: FastifyRequest, opening: Opening): Promise<boolean> {
  const value = cookieOf(headers.cookie);
  if (!value.startsWith(ofSession)) return isAccessToken(opening, value);
  const hash = value.slice(ofSession.length);
  if (!/^[\da-f]{64}$/.test(hash)) return false;
  const session = await findSessionByHash(deps, Buffer.from(hash, 'hex'));
  return session?.portal === 'admin' && !session.mustChangePassword;
}

function cookieOf(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
}
