import { listAdminEmails } from '../accounts/accounts.ts';
import {
  beginCondition,
  conditionKinds,
  endConditions,
  listOpenAlerts,
  presentAlert,
} from '../alerts/alerts.ts';
import { endBackupFailure } from '../backup/nightly.ts';
import { transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { createChecks, type Finding } from './checks.ts';

/**
 * Looks for conditions that need a person, such as a disk that is getting full: an alert opens when its condition begins
 * and is resolved when the condition ends. Each process that runs jobs has one of these, which remembers its clock.
 */
export function createHealthCheck(deps: Deps) {
  const checks = createChecks(deps);
  return async (): Promise<void> => {
    const results = await Promise.allSettled(checks.map((check) => check()));
    const findings = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    for (const found of findings) await record(deps, found);
    await endBackupFailure(deps);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, 'A health check failed');
  };
}

async function record({ db, clock }: Deps, { kind, subjects, products }: Finding): Promise<void> {
  const now = clock.now();
  const detail = products === undefined ? {} : { products };
  for (const subject of subjects) await beginCondition(db, { kind, subject, detail }, now);
  await endConditions(db, kind, subjects, now);
}

/** Mails each open alert once: to the address of the shop, or else to the admins who may resolve alerts. */
export async function mailOpenAlerts(deps: Deps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const alerts = await listOpenAlerts(trx, [...conditionKinds, 'keys-refused', 'backup-failed']);
    if (alerts.length === 0) return;
    const { email } = await readSiteInfo(trx);
    const recipients = email ? [email] : await listAdminEmails(trx, 'alerts.resolve');
    for (const alert of alerts) {
      const { title, explanation, reference } = presentAlert(alert);
      for (const to of recipients)
        await queueMail(deps, trx, {
          kind: 'alert',
          dedupeKey: `alert:${alert.id}:${alert.createdAt.toISOString()}:${to}`,
          to,
          subject: ({ shopName }) => `${shopName}: ${title}`,
          content: {
            preview: explanation,
            heading: title,
            parts: [
              explanation,
              `Reference: ${reference}`,
              {
                button: 'Open in the back office',
                url: `${deps.config.publicUrl}/admin/attention#${alert.id}`,
              },
            ],
          },
        });
    }
  });
}
