import type { AccountSession } from '../../shared/contract/accounts/accounts.ts';
import { deviceName } from '../../shared/device-name.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound, unauthorized } from '../errors.ts';
import * as queries from './queries/session-queries.ts';
import { forgetSources } from './queries/sign-in-queries.ts';
import { idleMs } from './sessions.ts';
import { hashToken } from './tokens.ts';

/**
 * The sessions of the caller. Ending one takes effect with its next request, and its device has to be confirmed again.
 * What an admin ends is recorded in the audit log.
 */
export function ownSessions({ db, clock }: Deps, actor: Actor) {
  /** Runs `work` for the caller's account, with a record in the audit log. */
  async function end(action: string, work: (trx: Trx, userId: string) => Promise<void>) {
    if (actor.kind === 'guest') throw unauthorized();
    await transaction(db, async (trx) => {
      await work(trx, actor.userId);
      if (actor.kind === 'admin') await recordAudit(trx, actor, { action, subject: actor.userId });
    });
  }

  return {
    /** Lists the valid sessions: the current one, whose token is `token`, and then the last used first. */
    async list(token: string): Promise<AccountSession[]> {
      if (actor.kind === 'guest') throw unauthorized();
      const tokenHash = hashToken(token);
      const rows = await queries.listSessions(db, actor.userId, clock.now(), idleMs);
      const sessions = rows.map((row) => ({
        _id: row.id,
        device: row.userAgent,
        deviceName: deviceName(row.userAgent),
        addressBlock: row.addressBlock,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isThis: tokenHash.equals(row.tokenHash),
      }));
      return sessions.sort((a, b) => Number(b.isThis) - Number(a.isThis));
    },

    /** Ends one session. 404. */
    end: (id: string) =>
      end('session.end', async (trx, userId) => {
        const ended = isId(id) && (await queries.deleteOwnSession(trx, userId, id));
        if (!ended) throw notFound('There is no such session.');
        if (ended.deviceHash) await forgetSources(trx, userId, { only: ended.deviceHash });
      }),

    /** Ends all sessions except that of `token`. */
    endOthers: (token: string) =>
      end('session.end-others', async (trx, userId) => {
        const device = await queries.findDevice(trx, hashToken(token));
        await queries.deleteOtherSessions(trx, userId, hashToken(token));
        await forgetSources(trx, userId, { except: device });
      }),

    /** Ends all sessions, this one too. */
    endAll: () =>
      end('session.end-all', async (trx, userId) => {
        await queries.deleteSessions(trx, userId);
        await forgetSources(trx, userId);
      }),
  };
}
