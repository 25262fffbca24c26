import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badRequest, forbidden } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import { findEmail } from './site-info-queries.ts';

/**
 * Sends the admin who asks a mail, by the same way as every other. Says where to, and in which file of the data
 * folder it ends up while no mail server is configured. 400 for an account without an address.
 */
export async function sendTestMail(deps: Deps, actor: Actor): Promise<{ to: string; file: string | null }> {
  if (actor.kind !== 'admin') throw forbidden();
  return transaction(deps.db, async (trx) => {
    const to = await findEmail(trx, actor.userId);
    if (!to) throw badRequest('Your account has no email address.');
    const mailId = await queueMail(deps, trx, {
      kind: 'test',
      to,
      subject: ({ shopName }) => `Test mail from ${shopName}`,
      content: {
        preview: 'Mail from your shop arrives.',
        heading: 'Mail from your shop arrives',
        parts: ['This is the test mail that you asked for in Settings. There is nothing to do.'],
      },
    });
    await recordAudit(trx, actor, { action: 'settings.test-mail', subject: mailId ?? '', detail: { to } });
    return { to, file: deps.config.smtpUrl ? null : `mail/${mailId}.eml` };
  });
}
