import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import { queueMail, testContent } from '../mail/mail.ts';
import { findEmail } from './site-info-queries.ts';

/**
 * Sends the admin a test mail through the queue. Returns its address and, if no mail server is configured, the file in
 * the data folder that contains it. 400 for an account without an e-mail address.
 */
export async function sendTestMail(deps: Deps, admin: Admin): Promise<{ to: string; file: string | null }> {
  return transaction(deps.db, async (trx) => {
    const to = await findEmail(trx, admin.userId);
    if (!to) throw badRequest('Your account has no email address.');
    const mailId = await queueMail(deps, trx, {
      kind: 'test',
      to,
      subject: ({ shopName }) => `Test mail from ${shopName}`,
      content: testContent,
    });
    await recordAudit(trx, admin, { action: 'settings.test-mail', subject: mailId ?? '', detail: { to } });
    return { to, file: deps.config.smtpUrl ? null : `mail/${mailId}.eml` };
  });
}
