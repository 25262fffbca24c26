import { randomUUID } from 'node:crypto';
import {
  type CloseRequest,
  maxPreviewLinks,
  type Opening,
  type OpeningAdmin,
  type OpeningChange,
  openingAdmin,
  type SignUpQuery,
} from '../../../shared/contract/opening.ts';
import { csvLine } from '../../../shared/csv.ts';
import { isId } from '../../../shared/id.ts';
import { minuteInIndia } from '../../../shared/orders/order-date.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Database, transaction } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { findPictures, removeImages } from '../../media/media.ts';
import { holidayNow, newAccessToken } from './opening.ts';
import * as queries from './queries.ts';

/** Opening and closing the shop in the back office. */
export function openingForAdmins(deps: Deps, admin: Admin) {
  const { db, clock, files, log } = deps;

  const save = saver(deps, admin);

  return {
    getOpening: (): Promise<OpeningAdmin> => readOpening(deps),

    /** Changes the page “Opening soon” and the password. A new password ends the access by the former one. */
    async updateOpening(change: OpeningChange): Promise<OpeningAdmin> {
      const before = (await readSiteInfo(db)).opening.picture;
      const fields = Object.keys(change);
      const next = await save({ action: 'opening.update', detail: { fields } }, ({ accessCode }) => ({
        ...change,
        ...(change.accessCode !== undefined &&
          change.accessCode !== accessCode && { accessToken: newAccessToken() }),
      }));
      if (before && before !== next.picture)
        await removeImages(db, files, [before]).catch((err: unknown) =>
          log.warn({ err, before }, 'a replaced picture could not be removed'),
        );
      return readOpening(deps);
    },

    /** Creates a link that shows the shop before it is open. 409 beyond `maxPreviewLinks`. */
    async createPreviewLink(name: string): Promise<OpeningAdmin> {
      await save({ action: 'opening.link-create', detail: { name } }, ({ links }) => {
        if (links.length >= maxPreviewLinks)
          throw conflict(
            'conflict',
            `A shop has at most ${maxPreviewLinks} preview links. Remove one first.`,
          );
        const createdAt = clock.now().toISOString();
        return { links: links.concat({ _id: randomUUID(), name, token: newAccessToken(), createdAt }) };
      });
      return readOpening(deps);
    },

    /** Removes a link, with the access of all who used it. 404. */
    async removePreviewLink(id: string): Promise<OpeningAdmin> {
      const { opening } = await readSiteInfo(db);
      const name = opening.links.find(({ _id }) => _id === id)?.name;
      await save({ action: 'opening.link-remove', detail: { name } }, ({ links }) => {
        if (!links.some(({ _id }) => _id === id)) throw notFound();
        return { links: links.filter(({ _id }) => _id !== id) };
      });
      return readOpening(deps);
    },

    /** Opens the shop, also after a holiday. With `mails`, those who signed up for it are told. */
    async open(mails: boolean): Promise<void> {
      const now = clock.now().toISOString();
      await save({ action: 'shop.open', detail: { mails } }, ({ openedAt, tellsSignUps }) => ({
        isOpen: true,
        openedAt: openedAt ?? now,
        holiday: null,
        tellsSignUps: tellsSignUps || mails,
      }));
    },

    /** Closes the storefront, or only the checkout for a holiday. 400 for a holiday that ends before tomorrow. */
    async close({ holiday }: CloseRequest): Promise<OpeningAdmin> {
      if (holiday && holiday.until <= minuteInIndia(clock.now()).slice(0, 10))
        throw badField('holiday.until', 'Choose a day after today');
      const entry = holiday
        ? { action: 'shop.holiday', detail: { until: holiday.until } }
        : { action: 'shop.close' };
      await save(entry, () =>
        holiday ? { holiday } : { isOpen: false, holiday: null, tellsSignUps: false },
      );
      return readOpening(deps);
    },

    ...signUpAdmin(deps, admin),
  };
}

/** Saves what `change` returns for the present state, with an entry in the log. */
const saver = ({ db, jobs, config }: Deps, admin: Admin) =>
  async function save(
    entry: { action: string; detail?: object },
    change: (current: Opening) => Partial<Opening>,
  ): Promise<Opening> {
    return transaction(db, async (trx) => {
      const current = await queries.lockOpening(trx);
      const next = { ...current, ...change(current) };
      if (next.picture && next.picture !== current.picture) {
        const found = await findPictures(trx, [next.picture], 'site');
        if (!found.has(next.picture)) throw badField('picture', 'Not a picture of this shop');
      }
      await queries.saveOpening(trx, next);
      await recordAudit(trx, admin, { subject: 'shop', ...entry });
      // Shared caches keep replies of calls, which the change is not a part of.
      if (config.cdn && next.isOpen !== current.isOpen) await jobs.enqueue(trx, 'cdn-purge', { tags: 'all' });
      return next;
    });
  };

/** Who asked for a mail when the shop opens. */
const signUpAdmin = ({ db }: Deps, admin: Admin) => ({
  /** One page of those who asked for a mail when the shop opens, newest first, and their number. */
  async listSignUps(query: SignUpQuery) {
    const { rows, total } = await queries.listSignUps(db, query);
    return {
      items: rows.map(({ id, email, consent, createdAt, mailedAt }) => ({
        _id: id,
        email,
        consent,
        createdAt: createdAt.toISOString(),
        mailedAt: mailedAt?.toISOString() ?? null,
      })),
      total,
    };
  },

  exportSignUps: () => exportSignUps(db, admin),

  /** Deletes a sign-up, as its owner asked for. 404. */
  async deleteSignUp(id: string): Promise<void> {
    await transaction(db, async (trx) => {
      if (!isId(id) || !(await queries.deleteSignUp(trx, id))) throw notFound();
      await recordAudit(trx, admin, { action: 'opening.sign-up-delete', subject: id });
    });
  },
});

async function readOpening({ db, clock }: Deps): Promise<OpeningAdmin> {
  const { opening } = await readSiteInfo(db);
  return openingAdmin.parse({
    ...opening,
    holiday: holidayNow(opening, clock.now()),
    signUps: await queries.countSignUps(db),
  });
}

/** The sign-ups as a CSV file, oldest first, in chunks. */
async function* exportSignUps(db: Database, admin: Admin): AsyncGenerator<string> {
  await transaction(db, (trx) => recordAudit(trx, admin, { action: 'opening.export', subject: 'shop' }));
  yield `\ufeff${csvLine(['Email', 'Signed up', 'Agreed to', 'Mailed'])}`;
  for (let rows = await queries.readSignUps(db, undefined); rows.length > 0; ) {
    for (const { email, consent, createdAt, mailedAt } of rows)
      yield csvLine([email, createdAt.toISOString(), consent, mailedAt?.toISOString() ?? '']);
    rows = await queries.readSignUps(db, rows.at(-1));
  }
}
