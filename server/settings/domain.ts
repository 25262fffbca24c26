import type { AddressCheck, DomainSettings } from '../../shared/contract/settings.ts';
import { type Config, fixedBy } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { reloadSettings, requireFree, storeSettings } from './stored.ts';

const timeLimitMs = 10_000;
/** The reply of a shop is much shorter. */
const maxReplyLength = 100_000;

/** The connection of a request: the address that it came from, and whether a proxy forwarded it. */
export type Origin = { peer: string; isForwarded: boolean };

/** The public address of the shop and the proxy in front of it, as an admin sees and changes them. */
export function domainSettingsAdmin(deps: Deps, admin: Admin) {
  const { db, config } = deps;

  return {
    getDomainSettings: (origin: Origin) => presentDomain(config, origin),

    /** Whether an address leads to this shop, seen from its server. */
    checkAddress: (publicUrl: string) => checkAddress(db, publicUrl),

    /**
     * Changes the public address. 400 if it does not lead to this shop, unless the admin saves it unchecked; 409 if the
     * environment fixes it.
     */
    async setAddress(publicUrl: string, isUnchecked: boolean, origin: Origin): Promise<DomainSettings> {
      requireFree(config, 'address');
      const { state, text } = isUnchecked ? { state: 'ok', text: '' } : await checkAddress(db, publicUrl);
      if (state === 'other' || state === 'unreachable') throw badField('publicUrl', text);
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'address', { PUBLIC_URL: publicUrl });
        await recordAudit(trx, admin, { action: 'domain.address', subject: publicUrl });
      });
      await reloadSettings(deps);
      return presentDomain(config, origin);
    },

    /** Trusts the proxy that forwarded this request, so that visitors have their own addresses. 409 without such a proxy. */
    async trustProxy(origin: Origin): Promise<DomainSettings> {
      requireFree(config, 'proxy');
      const { untrusted, trusted } = presentDomain(config, origin).proxy;
      if (!untrusted)
        throw conflict('conflict', 'There is no proxy in front of the shop that is not trusted yet.');
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'proxy', { TRUST_PROXY: [...trusted, untrusted].join(', ') });
        await recordAudit(trx, admin, { action: 'domain.proxy', subject: untrusted });
      });
      await reloadSettings(deps);
      return presentDomain(config, origin);
    },

    /** Trusts no proxy any more. 409. */
    async forgetProxies(origin: Origin): Promise<DomainSettings> {
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'proxy', { TRUST_PROXY: undefined });
        await recordAudit(trx, admin, { action: 'domain.proxy', subject: '' });
      });
      await reloadSettings(deps);
      return presentDomain(config, origin);
    },
  };
}

function presentDomain(config: Config, { peer, isForwarded }: Origin): DomainSettings {
  return {
    fixedBy: fixedBy(config, 'address') ?? null,
    publicUrl: config.publicUrl,
    proxy: {
      fixedBy: fixedBy(config, 'proxy') ?? null,
      trusted: config.trustProxy,
      untrusted: isForwarded && !config.trustProxy.includes(peer) ? peer : null,
    },
  };
}

/** What an address says of itself: whether others can use it, and whether it is encrypted. */
export function judgeAddress(publicUrl: string): AddressCheck {
  const { protocol, hostname } = new URL(publicUrl);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return {
      state: 'local',
      text: `${publicUrl} is an address of this machine only, so links in mails lead nowhere for customers. Enter the public address under Settings > Domain.`,
    };
  if (protocol !== 'https:')
    return {
      state: 'plain',
      text: `${publicUrl} has no HTTPS. Put a proxy with a certificate in front, and begin the public address with https://.`,
    };
  return { state: 'ok', text: `${publicUrl} leads to the shop.` };
}

/** Asks the shop at an address for its id, and compares it with that of this shop. */
export async function checkAddress(db: Database, publicUrl: string): Promise<AddressCheck> {
  const judged = judgeAddress(publicUrl);
  if (judged.state === 'local') return judged;
  const { _id } = await readSiteInfo(db);
  const found = await askShop(`${publicUrl}/api/health/ready`);
  if (found.problem)
    return {
      state: 'unreachable',
      text: `${publicUrl} can't be opened from here: ${found.problem}. Check the name (DNS), the proxy and its certificate.`,
    };
  if (found.id === _id) return judged;
  return { state: 'other', text: `${publicUrl} can be opened, but it does not lead to this shop.` };
}

async function askShop(url: string): Promise<{ id?: unknown; problem?: string }> {
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeLimitMs) });
    if (reply.status !== 200) return { problem: `it answers ${reply.status}` };
    let text = '';
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > maxReplyLength) return { problem: 'its reply is too long' };
    }
    return { id: (parseJson(text) as { shop?: unknown } | undefined)?.shop };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    if (cause?.code === 'ENOTFOUND') return { problem: 'no name server knows this name' };
    return { problem: cause ? cause.message || String(cause) : message };
  }
}
