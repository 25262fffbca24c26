import { randomUUID } from 'node:crypto';
import { type Design, documents, type PageDocument, type PageSummary } from '../../shared/contract/design.ts';
import { isId } from '../../shared/id.ts';
import { slugify } from '../../shared/text/slug.ts';
import type { PageSection } from '../../web/sections/schemas.ts';
import { insertMovedRedirects } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { settleDocument } from './documents.ts';
import { designFor } from './drafts.ts';
import * as queries from './queries.ts';

const pathOf = (address: string): string => `/pages/${address}`;

/** Whether shoppers see a section at a time. */
export const isShownAt = ({ from, until }: PageSection, now: Date): boolean =>
  (from === null || new Date(from) <= now) && (until === null || now < new Date(until));

/** When a section of a page begins or ends next. */
function nextChange({ sections }: PageDocument, now: Date): Date | null {
  const times = sections.flatMap(({ from, until, isHidden }) =>
    isHidden ? [] : [from, until].flatMap((time) => (time ? new Date(time) : [])),
  );
  return times.filter((time) => time > now).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** Job, every minute: pages with sections that have begun or ended are rendered again, in every process. */
export async function announceDueSections({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const { key, published } of await queries.listDue(db, now)) {
    const changesAt = nextChange(documents.page.parse(published), now);
    await queries.setChangesAt(db, key, { changesAt, now });
  }
}

/** The title and path of each published page, except for the home page. */
export async function listPublishedPages({
  db,
}: Pick<Deps, 'db'>): Promise<{ title: string; path: string }[]> {
  const rows = await queries.listPublished(db);
  return rows.map(({ published }) => {
    const { title, address } = documents.page.parse(published);
    return { title, path: pathOf(address) };
  });
}

/** The home page and the pages that the owner has added, in the back office. */
export function pageAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  return {
    /** All pages; the home page first, then by title. */
    async listPages(): Promise<PageSummary[]> {
      const rows = await queries.listPages(db);
      const pages = rows.map(({ key, kind, draft, published, updatedAt }): PageSummary => {
        const { title, address } = documents.page.parse(draft ?? published ?? {});
        return {
          key,
          kind: kind === 'home' ? 'home' : 'page',
          title: kind === 'home' ? 'Home page' : title,
          path: kind === 'home' ? '/' : pathOf(address),
          isPublished: kind === 'home' || published !== null,
          hasDraft: draft !== null,
          updatedAt: updatedAt.toISOString(),
        };
      });
      const home = pages.find(({ kind }) => kind === 'home') ?? newHome;
      const others = pages.filter(({ kind }) => kind === 'page');
      return [home, ...others.toSorted((a, b) => a.title.localeCompare(b.title))];
    },

    /** Adds a page, which nobody sees until it is published. 409 beyond `maxPages`. */
    createPage: (title: string): Promise<{ key: string }> =>
      transaction(db, async (trx) => {
        if ((await queries.countPages(trx)) >= maxPages)
          throw conflict('conflict', `A shop has at most ${maxPages} pages. Delete one first.`);
        const key = randomUUID();
        const draft: PageDocument = { title, address: slugify(title), description: '', sections: [] };
        await queries.saveDesign(
          trx,
          { key, kind: 'page' },
          { draft, userId: admin.userId, now: clock.now() },
        );
        await recordAudit(trx, admin, { action: 'page.create', subject: key, detail: { name: title } });
        return { key };
      }),

    /** The verbs of one page; `home` is the key of the home page. */
    page(key: string) {
      const beforeSaving = (document: PageDocument) => settleDocument(deps, document);
      const changesAt = (document: PageDocument) => nextChange(document, clock.now());
      if (key === 'home')
        return designFor(
          deps,
          admin,
          { kind: 'home', key },
          {
            beforeSaving,
            beforePublishing: async (_trx, { document }) => ({ changesAt: changesAt(document) }),
          },
        );
      return designFor(
        deps,
        admin,
        { kind: 'page', key: pageKey(key) },
        {
          beforeSaving,
          beforePublishing: async (trx, design) => ({
            address: await checkPage(trx, pageKey(key), design),
            changesAt: changesAt(design.document),
          }),
        },
      );
    },

    /** Deletes a page with its versions. 404. */
    deletePage: (key: string): Promise<void> =>
      transaction(db, async (trx) => {
        const row = await queries.findDesign(trx, pageKey(key));
        if (row?.kind !== 'page') throw notFound();
        const { title } = documents.page.parse(row.draft ?? row.published ?? {});
        await queries.deleteDesign(trx, row.key);
        await recordAudit(trx, admin, { action: 'page.delete', subject: key, detail: { name: title } });
      }),
  };
}

const maxPages = 500;

const newHome: PageSummary = {
  key: 'home',
  kind: 'home',
  title: 'Home page',
  path: '/',
  isPublished: true,
  hasDraft: false,
  updatedAt: null,
};

function pageKey(key: string): string {
  if (!isId(key)) throw notFound();
  return key;
}

/**
 * Checks the title and the address of a page before it is published, and redirects from its former address. Returns the
 * address. 400 by field; 409 `slug_taken`.
 */
async function checkPage(trx: Trx, key: string, { document, published }: Design<'page'>): Promise<string> {
  const { title, address } = document;
  if (!title) throw badField('document.title', 'The title is required');
  if (!address || slugify(address) !== address)
    throw badField('document.address', 'Use small letters, digits and hyphens, such as about-our-weavers');
  const taken = await queries.findPageAt(trx, address);
  if (taken && taken.key !== key)
    throw conflict('slug_taken', 'Another page has this address.', {
      errors: { 'document.address': 'Another page has this address' },
    });
  if (published && published.address !== address)
    await insertMovedRedirects(trx, [{ from: pathOf(published.address), to: pathOf(address) }]);
  return address;
}
