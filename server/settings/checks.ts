import type { ShopCheck } from '../../shared/contract/settings.ts';
import { presentations } from '../alerts/alerts.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { explainMailError, verifyMailServer } from '../mail/mail.ts';
import { bucketProblems } from '../media/media.ts';
import { findSignedTime } from '../payments/payments.ts';
import { createProvider, ProviderError } from '../provider/provider.ts';
import { commandLine } from '../runtime/command-line.ts';
import { checkAddress, judgeAddress } from './domain.ts';
import { findStoredTime } from './queries.ts';

/** `inTerminal`: what can also be done there, for `npm run doctor`. */
type ServiceCheck = ShopCheck & { inTerminal?: string };

/**
 * Whether what the shop needs outside of its database works now, for `npm run doctor` and for the set-up guide. It takes
 * at most the longest time limit of a service. The public address is opened if the shop is running.
 */
export async function checkServices(
  config: Config,
  db: Database | undefined,
  { isRunning }: { isRunning: boolean },
): Promise<ServiceCheck[]> {
  const checks = await Promise.all([
    checkDomain(config, isRunning ? db : undefined),
    checkFiles(config),
    checkPayment(config),
    db && config.payments.mode === 'razorpay' ? checkWebhook(config, db) : [],
    checkMail(config),
    checkTexts(config),
    checkBackups(config),
  ]);
  return checks.flat();
}

const check = (
  key: ShopCheck['key'],
  level: ShopCheck['level'],
  text: string,
  inTerminal = '',
): ServiceCheck => ({ key, level, text, inTerminal });

async function checkDomain(
  { publicUrl, trustProxy, payments }: Config,
  db: Database | undefined,
): Promise<ServiceCheck[]> {
  const { state, text } = db ? await checkAddress(db, publicUrl) : judgeAddress(publicUrl);
  const isLive = payments.mode === 'razorpay' && !payments.test;
  if (state === 'local')
    return [check('domain', 'warning', text, 'Or set PUBLIC_URL, or DOMAIN with containers.')];
  if (state === 'plain') return [check('domain', isLive ? 'error' : 'warning', text)];
  const isFound = state === 'ok';
  const found = db || !isFound ? [check('domain', isFound ? 'ok' : 'error', text)] : [];
  if (trustProxy.length > 0) return found;
  const advice =
    'No proxy is trusted, so all visitors share one limit. Trust the HTTPS proxy under Settings > Domain.';
  return [
    ...found,
    check('domain', 'warning', advice, 'Or set TRUST_PROXY to its address, such as 127.0.0.1.'),
  ];
}

async function checkFiles({ s3 }: Config): Promise<ServiceCheck[]> {
  if (!s3) return [];
  const [problem] = await bucketProblems(s3);
  return [
    problem ? check('files', 'error', problem) : check('files', 'ok', `The bucket ${s3.bucket} can be used.`),
  ];
}

async function checkPayment({ payments }: Config): Promise<ServiceCheck> {
  if (payments.mode === 'sandbox')
    return check(
      'payment',
      'warning',
      'Payments are in test mode: nobody pays. Enter the keys of Razorpay under Settings > Payment.',
    );
  try {
    await createProvider(payments).listReceived(new Date());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { title, explanation } = presentations['keys-refused'];
    const isRefused = error.kind === 'unauthorised';
    return check(
      'payment',
      'error',
      isRefused
        ? `${title}. ${explanation}`
        : `${error.message}. Check the connection to ${payments.apiUrl}.`,
    );
  }
  return payments.test
    ? check('payment', 'warning', 'Razorpay accepts the keys, but they are test keys: nobody pays.')
    : check('payment', 'ok', 'Razorpay accepts the keys.');
}

async function checkWebhook({ publicUrl }: Config, db: Database): Promise<ServiceCheck> {
  const last = await findSignedTime(db, await findStoredTime(db, 'RAZORPAY_WEBHOOK_SECRET'));
  return last
    ? check('webhook', 'ok', 'Webhooks of Razorpay arrive.')
    : check(
        'webhook',
        'warning',
        `No webhook of Razorpay has arrived yet. On its dashboard, add ${publicUrl}/api/razorpay/webhook (Settings > Payment).`,
      );
}

async function checkMail({ smtpUrl, dataDir }: Config): Promise<ServiceCheck> {
  if (!smtpUrl)
    return check(
      'mail',
      'warning',
      'There is no mail server, so mails are sent to nobody. Enter one under Settings > Mail server.',
      `Or set SMTP_URL. Mails are written to ${dataDir}/mail.`,
    );
  return verifyMailServer(smtpUrl).then(
    () => check('mail', 'ok', 'The mail server accepts the sign-in.'),
    (error: Error) => check('mail', 'error', `${explainMailError(error, new URL(smtpUrl).hostname).text}.`),
  );
}

function checkTexts({ texts }: Config): ServiceCheck {
  return texts && texts.kind !== 'file'
    ? check('texts', 'ok', 'Texts are sent by a provider.')
    : check('texts', 'warning', 'There is no provider of texts, so shoppers can’t sign in by mobile number.');
}

async function checkBackups(config: Config): Promise<ServiceCheck> {
  const last = await findLastBackup(config);
  return last
    ? check('backups', 'ok', `The last good backup is of ${last.at}: ${last.file}`)
    : check('backups', 'warning', 'There is no backup yet.', `Make one: ${commandLine('backup')}`);
}
