import type { CourierProvider, PinService } from '../../shared/contract/orders/couriers.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ShopError } from '../errors.ts';
import { createCircuitBreaker } from '../runtime/circuit-breaker.ts';
import { orAfter } from '../runtime/time-limit.ts';
import { asAdminError, listBookableCouriers, openAccount, readParcelSize, readProvider } from './accounts.ts';
import type { Courier, PinAnswer } from './courier-api.ts';
import { CourierError } from './courier-error.ts';
import * as queries from './pin-queries.ts';

const hourMs = 3_600_000;
/** A courier that did not answer is not asked about the same PIN code again for this long, by any process. */
const pauseMs = 30_000;
/** How long a shopper waits. A later answer is stored for the next one. */
const waitMs = 2_500;
/** How often one process asks a courier within a minute. */
const maxPerMinute = 60;

/** What couriers do at a PIN code; undefined if that is not known. */
type KnownService = { [Name in keyof PinAnswer]: boolean | undefined };
type AskDeps = Pick<Deps, 'db' | 'config' | 'files' | 'payments' | 'couriers' | 'clock' | 'log'>;
type Row = Awaited<ReturnType<typeof queries.listPinAnswers>>[number];

/**
 * What the answers of these couriers that are current say about a PIN code (decision 114): yes if one of them says yes,
 * no if all of them say no. Asks nobody.
 */
export async function findPinService(
  db: Database | Trx,
  providers: CourierProvider[],
  pin: string,
  now: Date,
): Promise<KnownService> {
  if (providers.length === 0) return { isServed: undefined, hasCod: undefined };
  const rows = (await queries.listPinAnswers(db, providers, pin)).filter((row) => isCurrent(row, now));
  const isComplete = rows.length === new Set(providers).size;
  const together = (answers: (boolean | null)[]) =>
    answers.some(Boolean) ? true : isComplete ? false : undefined;
  return {
    isServed: together(rows.map(({ isServed }) => isServed)),
    hasCod: together(rows.map(({ hasCod }) => hasCod)),
  };
}

/** A day, a quarter of it if the courier does not do everything there. The test courier is asked again soon. */
function isCurrent({ provider, answeredAt, isServed, hasCod }: Row, now: Date): boolean {
  const validMs = provider === 'sandbox' ? pauseMs : isServed && hasCod ? 24 * hourMs : 6 * hourMs;
  return answeredAt !== null && now.getTime() - answeredAt.getTime() < validMs;
}

/**
 * Asks those of these couriers about a PIN code whose answers are not current, and waits at most 2.5 s. A courier that
 * does not answer is no error: then the answer is not known. Not in a transaction.
 */
export async function askCouriers(deps: AskDeps, providers: CourierProvider[], pin: string): Promise<void> {
  if (providers.length === 0) return;
  const now = deps.clock.now();
  const rows = await queries.listPinAnswers(deps.db, providers, pin);
  const known = rows.filter((row) => isCurrent(row, now)).map(({ provider }) => provider);
  await Promise.all(
    [...new Set(providers)]
      .filter((provider) => !known.includes(provider))
      .map((provider) => askOnce(deps, provider, pin)),
  );
}

type Questions = ReturnType<typeof createQuestions>;
const createQuestions = () => ({
  // Apart from that of the bookings, which go on.
  breaker: createCircuitBreaker({ failures: 3, restMs: pauseMs }),
  asking: new Map<string, Promise<void>>(),
  minute: 0,
  asked: 0,
});
const questionsOf = new WeakMap<Courier, Questions>();

/** One question for all who ask about the same PIN code at once. */
function askOnce(deps: AskDeps, provider: CourierProvider, pin: string): Promise<void> {
  const courier = deps.couriers[provider];
  const questions = questionsOf.get(courier) ?? createQuestions();
  questionsOf.set(courier, questions);
  const running = questions.asking.get(pin);
  if (running) return running;
  const asking = askInTime(deps, questions, provider, pin).finally(() => questions.asking.delete(pin));
  questions.asking.set(pin, asking);
  return asking;
}

async function askInTime(
  deps: AskDeps,
  questions: Questions,
  provider: CourierProvider,
  pin: string,
): Promise<void> {
  if (!isWithinLimit(questions) || !questions.breaker.allows()) return;
  const result = await orAfter(ask(deps, provider, pin), waitMs, () => 'late' as const);
  if (result === 'answered') questions.breaker.succeeded();
  if (result === 'failed' || result === 'late') questions.breaker.failed();
}

function isWithinLimit(questions: Questions): boolean {
  const minute = Math.floor(performance.now() / 60_000);
  if (minute !== questions.minute) Object.assign(questions, { minute, asked: 0 });
  return ++questions.asked <= maxPerMinute;
}

async function ask(
  deps: AskDeps,
  provider: CourierProvider,
  pin: string,
): Promise<'answered' | 'failed' | 'not asked'> {
  const { db, clock, log } = deps;
  const askedAt = clock.now();
  try {
    const opened = await openCourier(deps, provider);
    const before = new Date(askedAt.getTime() - pauseMs);
    if (!(await queries.startPinQuestion(db, { provider, pin }, { askedAt, before }))) return 'not asked';
    const answer = await deps.couriers[provider].serves(opened.account, { ...opened.size, pin });
    const answeredAt = clock.now();
    await queries.savePinAnswer(db, { provider, pin }, answer, { askedAt, answeredAt });
    return 'answered';
  } catch (error) {
    // The account was switched off or is not complete, which Settings > Couriers shows.
    if (error instanceof ShopError && error.code === 'not_bookable') return 'not asked';
    if (!(error instanceof CourierError)) throw error;
    log.warn({ err: error, provider }, 'a courier did not say whether it delivers to a PIN code');
    return 'failed';
  }
}

const openCourier = async (deps: AskDeps, provider: CourierProvider) => ({
  size: await readParcelSize(deps, deps.db, provider),
  account: await openAccount(deps, provider),
});

/** The couriers that are on, with what they have answered about PIN codes. */
export async function listPinServices(deps: Pick<Deps, 'db' | 'payments'>): Promise<PinService[]> {
  const couriers = await listBookableCouriers(deps);
  const summaries = await queries.summarisePinAnswers(deps.db);
  return couriers.map(({ provider }) => {
    const found = summaries.find((summary) => summary.provider === provider);
    return {
      provider,
      answers: found?.answers ?? 0,
      answeredAt: found?.answeredAt?.toISOString() ?? null,
      unansweredAt: found?.unansweredAt?.toISOString() ?? null,
    };
  });
}

/** Asks a courier about a PIN code now, and stores the answer. 404 for an unknown courier, 409 `not_bookable`, 502. */
export async function tryCourierPin(deps: AskDeps, name: string, pin: string): Promise<PinAnswer> {
  const { db, clock, couriers } = deps;
  const provider = readProvider(name);
  const { account, size } = await openCourier(deps, provider);
  const askedAt = clock.now();
  const answer = await asAdminError(provider, () => couriers[provider].serves(account, { ...size, pin }));
  await queries.savePinAnswer(db, { provider, pin }, answer, { askedAt, answeredAt: clock.now() });
  return answer;
}
