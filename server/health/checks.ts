import type { ConditionKind } from '../alerts/alerts.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import { countWithoutGst } from '../catalogue/catalogue.ts';
import { listOutdatedPolicies } from '../content/content.ts';
import type { Deps, Payments } from '../deps.ts';
import { listFailedJobs } from '../jobs/jobs.ts';
import { countPaymentsWithoutWebhook } from '../payments/payments.ts';
import { findCreationTime, isArchiveFailing, readDatabaseTime } from './queries.ts';

/**
 * What a check found: to which subjects the condition applies now, such as the names of failed jobs, and to how many
 * products.
 */
export type Finding = { kind: ConditionKind; subjects: string[]; products?: number };

/** What the checks need to know of the shop. */
export type CheckDeps = Pick<Deps, 'db' | 'disk' | 'config' | 'clock'> & { payments: Pick<Payments, 'name'> };

const MINUTE_MS = 60_000;
const MAX_BACKUP_AGE_MS = 50 * 60 * MINUTE_MS;
const WEBHOOK_DELAY_MS = 15 * MINUTE_MS;
const WEBHOOKS_MISSED = 3;
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;
const CLOCK_JUMP_SHOWN_MS = 60 * MINUTE_MS;
const UNEXPECTED_ENDS = 3;
const UNEXPECTED_ENDS_SHOWN_MS = 60 * MINUTE_MS;

const finding = (kind: ConditionKind, subject: string, applies: boolean): Finding => ({
  kind,
  subjects: applies ? [subject] : [],
});

/** Between the two percentages of a threshold the alert stays as it is, so that it does not come and go. */
async function checkDisk({ disk }: CheckDeps): Promise<Finding[]> {
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

async function checkBackup({ db, config, clock }: CheckDeps): Promise<Finding[]> {
  const last = await findLastBackup(config);
  const since = last ? new Date(last.at) : await findCreationTime(db);
  const ageMs = clock.now().getTime() - (since?.getTime() ?? 0);
  return [finding('backup-old', 'backup', ageMs > MAX_BACKUP_AGE_MS)];
}

/** Payments that calls confirmed after the last webhook: the provider does not reach the shop, or is not set up. */
async function checkWebhooks({ db, payments, clock }: CheckDeps): Promise<Finding[]> {
  if (payments.name === 'sandbox') return [];
  const before = new Date(clock.now().getTime() - WEBHOOK_DELAY_MS);
  const missed = await countPaymentsWithoutWebhook(db, before);
  return [finding('webhooks-silent', 'webhooks', missed >= WEBHOOKS_MISSED)];
}

/** Without an archive that works, WAL fills the disk of the database, and nothing later can be restored. */
async function checkArchive({ db, config }: CheckDeps): Promise<Finding[]> {
  const applies = config.walArchive !== undefined && (await isArchiveFailing(db));
  return [finding('wal-archive-failed', 'WAL_ARCHIVE', applies)];
}

async function checkJobs({ db }: CheckDeps): Promise<Finding[]> {
  return [{ kind: 'job-failed', subjects: await listFailedJobs(db) }];
}

/** Products on sale that would be invoiced without an HSN code, or with a rate that nobody entered or that has ended. */
async function checkGst({ db, clock }: CheckDeps): Promise<Finding[]> {
  const products = await countWithoutGst(db, clock.now());
  return [{ ...finding('gst-missing', 'products', products > 0), products }];
}

/** Published policies that say something else than the settings. */
async function checkPolicies({ db }: CheckDeps): Promise<Finding[]> {
  return [{ kind: 'policy-outdated', subjects: await listOutdatedPolicies(db) }];
}

/** Compares the clock of the server with that of the database, and with the time that passed since the last check. */
function createClockCheck({ db, clock }: CheckDeps) {
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

/** Whether scripts/start.mjs had to start the server again several times, until it has run for an hour. */
function createRestartCheck({ config, clock }: CheckDeps) {
  const startedAt = clock.now().getTime();
  return async (): Promise<Finding[]> => {
    const isRecent = clock.now().getTime() - startedAt < UNEXPECTED_ENDS_SHOWN_MS;
    return [finding('server-restarts', 'server', isRecent && config.unexpectedEnds >= UNEXPECTED_ENDS)];
  };
}

/** The checks of a shop, each of which can be repeated. */
export const createChecks = (deps: CheckDeps) =>
  [
    checkDisk,
    checkBackup,
    checkArchive,
    checkWebhooks,
    checkJobs,
    checkGst,
    checkPolicies,
    createClockCheck(deps),
    createRestartCheck(deps),
  ].map((check) => () => check(deps));
