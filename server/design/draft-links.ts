import { randomBytes } from 'node:crypto';
import type { DraftLink } from '../../shared/contract/design.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';

const dayMs = 86_400_000;
/** How long a link to the drafts is valid. */
const validDays = 14;

/** A link that shows the drafts, for the editor and to be passed on; the same one for half of its time. */
export async function getDraftLink({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<DraftLink> {
  const now = clock.now();
  const after = (days: number) => new Date(now.getTime() + days * dayMs);
  const known = await queries.findLink(db, after(validDays / 2));
  const link = known ?? { token: randomBytes(18).toString('base64url'), expiresAt: after(validDays) };
  if (!known) await queries.insertLink(db, { ...link, createdAt: now });
  return { token: link.token, expiresAt: link.expiresAt.toISOString() };
}

/** Whether a token is that of a link which is valid now. */
export const isDraftLink = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<boolean> =>
  queries.isLink(db, token, clock.now());
