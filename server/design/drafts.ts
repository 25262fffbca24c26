import {
  type Design,
  type DesignKey,
  type DesignVersion,
  type Documents,
  designs,
} from '../../shared/contract/design.ts';
import { isId } from '../../shared/id.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import * as queries from './queries.ts';

/** What is published of a design, or its draft; else its default. */
export async function readDocument<Key extends DesignKey>(
  db: Database,
  key: Key,
  { showsDrafts }: { showsDrafts: boolean },
): Promise<Documents[Key]> {
  const row = await queries.findDocuments(db, key);
  return documentOf(key, (showsDrafts && row?.draft) || row?.published);
}

/** A stored document, with the defaults of what it lacks; nothing is the default. */
const documentOf = <Key extends DesignKey>(key: Key, stored: unknown): Documents[Key] =>
  designs[key].parse(stored ?? {});

/** What an admin can do with one design. A draft is private until it is published. */
export function designFor<Key extends DesignKey>({ db, clock }: Deps, admin: Admin, key: Key) {
  async function read(from: Database | Trx): Promise<Design<Key>> {
    const row = await queries.findDesign(from, key);
    const published = documentOf(key, row?.published);
    return {
      document: row?.draft ? documentOf(key, row.draft) : published,
      published,
      hasDraft: Boolean(row?.draft),
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt.toISOString() ?? null,
      updatedBy: row?.updatedBy ?? '',
      publishedAt: row?.publishedAt?.toISOString() ?? null,
    };
  }

  /** Stores what `change` returns for the current design. 409 with the `current` design for an older `version`. */
  const save = (
    version: number,
    change: (current: Design<Key>, trx: Trx) => Promise<Pick<queries.DesignChange, 'draft' | 'published'>>,
  ): Promise<Design<Key>> =>
    transaction(db, async (trx) => {
      await queries.lockDesign(trx, key);
      const current = await read(trx);
      if (current.version !== version)
        throw conflict('design_changed', 'Someone else has changed this in the meantime.', {
          extra: { current },
        });
      const changed = await change(current, trx);
      const { userId } = admin;
      const now = clock.now();
      await queries.saveDesign(trx, key, { ...changed, userId, now });
      const { published: document } = changed;
      if (document)
        await queries.insertVersion(trx, { key, document, publishedBy: userId, publishedAt: now });
      return read(trx);
    });

  return {
    get: () => read(db),

    /** Saves the draft, which the editor does by itself. 409 `design_changed`. */
    saveDraft: (version: number, document: Documents[Key]) =>
      save(version, async ({ published }) => ({ draft: isEqual(document, published) ? null : document })),

    /** Publishes the draft. 409 `design_changed`. */
    publish: (version: number) =>
      save(version, async ({ document, published }, trx) => {
        const detail = { changes: changesBetween(published, document) };
        await recordAudit(trx, admin, { action: `${key}.publish`, subject: key, detail });
        return { draft: null, published: document };
      }),

    /** Discards the draft. 409 `design_changed`. */
    discard: (version: number) => save(version, async () => ({ draft: null })),

    async listVersions(): Promise<DesignVersion[]> {
      const rows = await queries.listVersions(db, key);
      return rows.map(({ id, publishedAt, ...row }) => ({
        _id: id,
        ...row,
        publishedAt: publishedAt.toISOString(),
      }));
    },

    /** Makes a published version the draft. 404; 409 `design_changed`. */
    restore: (id: string, version: number) =>
      save(version, async ({ published }, trx) => {
        const found = isId(id) ? await queries.findVersion(trx, key, id) : undefined;
        if (!found) throw notFound();
        const document = documentOf(key, found.document);
        return { draft: isEqual(document, published) ? null : document };
      }),

    /** Names a version, which then stays. 404. */
    nameVersion: (id: string, name: string) =>
      transaction(db, async (trx) => {
        if (!isId(id) || !(await queries.nameVersion(trx, key, id, name))) throw notFound();
        await recordAudit(trx, admin, { action: `${key}.name-version`, subject: key, detail: { name } });
      }),
  };
}

/** Whether two documents that a schema has read are the same. */
const isEqual = (first: object, second: object): boolean => JSON.stringify(first) === JSON.stringify(second);
