// Adds an owner or resets the password of one, whether or not the shop is running:
//   npm run admin -- add you@example.in
//   npm run admin -- reset you@example.in
//   npm run admin -- reset-second-factor you@example.in
import { addAdmin, resetAdmin, resetSecondFactor } from '../server/accounts/admins/admins.ts';
import { withShopDatabase } from '../server/backup/shop-database.ts';
import type { Config } from '../server/config.ts';
import { recordCommand } from '../server/db/audit-log.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { commandLine, readArguments } from '../server/runtime/command-line.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';
import { emailField } from '../shared/contract/accounts/contact-fields.ts';

const verbs = { add, reset, 'reset-second-factor': resetFactor };
const usage = commandLine('admin', `(${Object.keys(verbs).join(' | ')})`, 'you@example.in');

try {
  const [verb, given = ''] = readArguments(usage, 2);
  const email = emailField.safeParse(given);
  const act = Object.entries(verbs).find(([name]) => name === verb)?.[1];
  if (!act || !email.success) throw new StartError(`Usage: ${usage}`);
  await act(email.data);
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}

async function add(email: string): Promise<void> {
  const { password, existed } = await withDatabase(async (db) => {
    const added = await addAdmin(db, email);
    await recordCommand(db, {
      action: 'admin.add',
      subject: '',
      detail: { name: email, email, role: 'Owner' },
    });
    return added;
  });
  console.log(
    existed
      ? `${email} is now an owner and is signed out everywhere.`
      : `${email} is now an owner of this shop.`,
  );
  showPassword(password);
}

async function reset(email: string): Promise<void> {
  const changed = await withDatabase((db) => resetAdmin(db, email));
  if (!changed)
    throw new StartError(
      `No admin has the e-mail ${email}. To add one: ${commandLine('admin', 'add', email)}`,
    );
  console.log(`${email} has a new password and is signed out everywhere.`);
  showPassword(changed.password);
}

async function resetFactor(email: string): Promise<void> {
  // Without a job: the running shop sends waiting mails each minute.
  const jobs = { enqueue: async () => {} };
  const clock = { now: () => new Date() };
  if (!(await withDatabase((db, config) => resetSecondFactor({ db, config, jobs, clock }, email))))
    throw new StartError(`No admin has the e-mail ${email}.`);
  console.log(`${email} has no second factor any more and is signed out everywhere.`);
}

function showPassword(password: string): void {
  console.log(`Password   ${password}   (shown once: change it after signing in)`);
}

function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  return withShopDatabase(async (pool, config) => {
    await migrate(pool);
    return work(openDatabase(pool), config);
  });
}
