import type { ConditionKind } from '../alerts/alerts.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import type { Deps } from '../deps.ts';
import { listFailedJobs } from '../jobs/jobs.ts';
import { countPaymentsWithoutWebhook } from '../payments/payments.ts';
import { findCreationTime, isArchiveFailing, readDatabaseTime } from './queries.ts';

/** What a check found: to which subjects the condition applies now, such as the names of failed jobs. */
export type Finding = { kind: ConditionKind; subjects: string[] };

const MINUTE_MS = 60_000;
const MAX_BACKUP_AGE_MS = 50 * 60 * MINUTE_MS;
const WEBHOOK_DELAY_MS = 15 * MINUTE_MS;
const WEBHOOKS_MISSED = 3;
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;
const CLOCK_JUMP_SHOWN_MS = 60 * MINUTE_MS;

const finding = (kind: ConditionKind, subject: string, applies: boolean): Finding => ({
  kind,
  subjects: applies ? [subject] : [],
});

/** Between the two percentages of a threshold the alert stays as it is, so that it does not come and go. */
export async function checkDisk({ disk }: Pick<Deps, 'disk'>): Promise<Finding[]> {
  const { free, size } = await disk.space();
  const percent = (100 * free) / size;
  const thresholds = [
    { kind: 'disk-low', below: 15, endsAt: 17 },
    { kind: 'disk-full', below: 5, endsAt: 6 },
  ] as const;
  return thresholds
    .filter(({ below, endsAt }) => percent < below || percent >= endsAt)
    .map(({ kind, below }) => finding(kind, 'DATA_DIR', percent < below));
}

export async function checkBackup({ db, config, clock }: Deps): Promise<Finding[]> {
  const last = await findLastBackup(config);
  const since = last ? new Date(last.at) : await findCreationTime(db);
  const ageMs = clock.now().getTime() - (since?.getTime() ?? 0);
  return [finding('backup-old', 'backup', ageMs > MAX_BACKUP_AGE_MS)];
}

/** Payments that calls confirmed after the last webhook: the provider does not reach the shop, or is not set up. */
export async function checkWebhooks({ db, payments, clock }: Deps): Promise<Finding[]> {
  if (payments.name === 'sandbox') return [];
  const before = new Date(clock.now().getTime() - WEBHOOK_DELAY_MS);
  const missed = await countPaymentsWithoutWebhook(db, before);
  return [finding('webhooks-silent', 'webhooks', missed >= WEBHOOKS_MISSED)];
}

/** Without an archive that works, WAL fills the disk of the database, and nothing later can be restored. */
export async function checkArchive({ db, config }: Deps): Promise<Finding[]> {
  const applies = config.walArchive !== undefined && (await isArchiveFailing(db));
  return [finding('wal-archive-failed', 'WAL_ARCHIVE', applies)];
}

export async function checkJobs({ db }: Pick<Deps, 'db'>): Promise<Finding[]> {
  return [{ kind: 'job-failed', subjects: await listFailedJobs(db) }];
}

/** Compares the clock of the server with that of the database, and with the time that passed since the last check. */
export function createClockCheck({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const offset = () => clock.now().getTime() - performance.now();
  let lastOffset = offset();
  let shownUntil = Number.NEGATIVE_INFINITY;
  return async (): Promise<Finding[]> => {
    const difference = Math.abs(clock.now().getTime() - (await readDatabaseTime(db)).getTime());
    const jump = Math.abs(offset() - lastOffset);
    lastOffset = offset();
    if (jump > MAX_CLOCK_DIFFERENCE_MS) shownUntil = performance.now() + CLOCK_JUMP_SHOWN_MS;
    return [
      finding('clock-wrong', 'clock', difference > MAX_CLOCK_DIFFERENCE_MS),
      finding('clock-jumped', 'clock', performance.now() < shownUntil),
    ];
  };
}
