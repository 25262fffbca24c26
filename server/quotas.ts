import { countRequest, type Quota, readRequests } from './db/quota-queries.ts';
import type { Deps } from './deps.ts';
import { addressBlock } from './runtime/address-block.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
/**
 * What one address and one address block can request in an hour, in multiples of `RATE_LIMIT`. Carriers in India give one
 * IPv4 address to many phones.
 */
const perHour = { mail: { address: 12, block: 30 }, text: { address: 5, block: 10 } };
/** A higher `RATE_LIMIT` allows no more texts, because those of the whole shop are bounded. */
const maxTextRate = 10;

/** Whose quota is used up, and for how many seconds. */
export type UsedUp = { by: 'network' | 'recipient'; seconds: number };

/**
 * Counts a request for a mail or text that a stranger can make, before it is known whether anything is sent: by the
 * network address and its block, for all requests of this `kind` together (`address` null: by neither), and by the quotas
 * of the recipient. Returns which quota is used up; those after it are not counted, so that what is refused to one
 * network, even at once, uses up nothing of others. Counts nothing with `RATE_LIMIT=off`.
 */
export async function takeQuota(
  { db, config: { rateLimit }, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  sent: { kind: 'mail' | 'text'; address: string | null; recipient: Quota[] },
): Promise<UsedUp | undefined> {
  if (rateLimit === 'off') return undefined;
  const network = sent.address === null ? [] : networkQuotas(sent.kind, sent.address, rateLimit);
  const quotas = network.concat(sent.recipient);
  const now = clock.now();
  const before = await readRequests(db, quotas, now);
  const usedUp = (quota: Quota, index: number): UsedUp => ({
    by: network.includes(quota) ? 'network' : 'recipient',
    seconds: Math.ceil(before[index]?.left ?? 1),
  });
  for (const [index, quota] of quotas.entries())
    if ((before[index]?.requests ?? 0) >= quota.max) return usedUp(quota, index);
  for (const [index, quota] of quotas.entries())
    if ((await countRequest(db, quota, now)) > quota.max) return usedUp(quota, index);
  return undefined;
}

function networkQuotas(kind: 'mail' | 'text', address: string, rateLimit: number): Quota[] {
  const rate = kind === 'text' ? Math.min(rateLimit, maxTextRate) : rateLimit;
  return [
    hourly(`${kind} address ${addressBlock(address, 32)}`, perHour[kind].address * rate),
    hourly(`${kind} block ${addressBlock(address, 24, 48)}`, perHour[kind].block * rate),
  ];
}

const hourly = (key: string, max: number): Quota => ({ key: `hour ${key}`, max, seconds: hourSeconds });
const daily = (key: string, max: number): Quota => ({ key: `day ${key}`, max, seconds: daySeconds });

/** At most `max` within an hour from all networks together. */
export const hourlyQuota = (key: string, max: number): Quota[] => [hourly(key, max)];

/** At most `max` from one address block within an hour, or a day. */
export const hourlyOfBlock = (key: string, address: string, max: number): Quota[] => [
  hourly(`${key} from ${addressBlock(address)}`, max),
];
export const dailyOfBlock = (key: string, address: string, max: number): Quota[] => [
  daily(`${key} from ${addressBlock(address)}`, max),
];

/** Codes for a recipient: those that one address block can request, and all. Each works only where it was requested. */
export function codeQuotas(key: string, address: string): Quota[] {
  const block = `${key} from ${addressBlock(address)}`;
  return [hourly(block, 3), daily(block, 6), hourly(key, 5), daily(key, 10)];
}

/** Codes that only the owner of an account or device can request. */
export const ownCodeQuotas = (key: string): Quota[] => [hourly(key, 5), daily(key, 10)];

/** When a quota can be used again, as in “try again in 40 minutes”. */
export function afterText({ seconds }: UsedUp): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'in a minute';
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
