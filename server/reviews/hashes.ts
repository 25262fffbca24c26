import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 of parts that contain no line break, as hexadecimal text. */
export const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

const sign = (order: SignedOrder, until: number) =>
  createHmac('sha256', order.accessKey).update(`review\n${order.id}\n${until}`).digest('base64url');

type SignedOrder = { id: string; accessKey: string };

/** The signed part of a link to review an order, which is valid until then. The key of the order signs it. */
export function signLink(order: SignedOrder, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1000);
  return `${seconds}.${sign(order, seconds)}`;
}

/** Whether `signLink` has made this for the order, and it is still valid. */
export function isLinkValid(order: SignedOrder, link: string, now: Date): boolean {
  const [, seconds = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(link) ?? [];
  if (!signature || Number(seconds) * 1000 < now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(order, Number(seconds))));
}
