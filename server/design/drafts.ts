import {
  type Design,
  type DesignKind,
  type DesignVersion,
  type Documents,
  documents,
  presets,
} from '../../shared/contract/design.ts';
import { isId } from '../../shared/id.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import * as queries from './queries.ts';

/** What is published of a design, or its draft; else what is shown until then. Null for a page that does not exist. */
export function shownDocument<Kind extends DesignKind>(
  kind: Kind,
  row: Pick<queries.DesignRow, 'draft' | 'published'> | undefined,
  showsDrafts: boolean,
): Documents[Kind] | null {
  const stored = (showsDrafts && row?.draft) || row?.published;
  return stored ? documents[kind].parse(stored) : presets[kind];
}

type Change<Kind extends DesignKind> = { draft: Documents[Kind] | null; published?: Documents[Kind] };

/**
 * What a kind of design does besides. `beforeSaving` returns the document to store; `beforePublishing` the address of a
 * page and when it changes next. Both may refuse.
 */
type Steps<Kind extends DesignKind> = {
  beforeSaving?: (document: Documents[Kind]) => Promise<Documents[Kind]>;
  beforePublishing?: (
    trx: Trx,
    design: Design<Kind>,
  ) => Promise<{ address?: string; changesAt: Date | null }>;
};

/**
 * What an admin can do with one design. A draft is private until it is published. Every verb: 404 for a page that does
 * not exist.
 */
export function designFor<Kind extends DesignKind>(
  { db, clock }: Deps,
  admin: Admin,
  { kind, key }: { kind: Kind; key: string },
  { beforeSaving, beforePublishing }: Steps<Kind> = {},
) {
  const read = async (from: Deps['db'] | Trx) => presentDesign(kind, await queries.findDesign(from, key));

  /** Stores what `change` returns for the current design. 409 with the `current` design for an older `version`. */
  const save = (
    version: number,
    change: (
      current: Design<Kind>,
      trx: Trx,
    ) => Promise<Change<Kind> & { address?: string; changesAt?: Date | null }>,
  ): Promise<Design<Kind>> =>
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
      await queries.saveDesign(trx, { key, kind }, { ...changed, userId, now });
      const { published: document } = changed;
      if (document)
        await queries.insertVersion(trx, { key, document, publishedBy: userId, publishedAt: now });
      return read(trx);
    });

  return {
    get: () => read(db),

    /** Saves the draft, which the editor does by itself. 409 `design_changed`. */
    async saveDraft(version: number, given: Documents[Kind]): Promise<Design<Kind>> {
      const document = (await beforeSaving?.(given)) ?? given;
      return save(version, async ({ published }) => ({
        draft: isEqual(document, published) ? null : document,
      }));
    },

    /** Publishes the draft. 409 `design_changed`. */
    publish: (version: number) =>
      save(version, async (current, trx) => {
        const { document, published } = current;
        const more = await beforePublishing?.(trx, current);
        const detail = published ? { changes: changesBetween(published, document) } : {};
        await recordAudit(trx, admin, { action: `${kind}.publish`, subject: key, detail });
        return { draft: null, published: document, ...more };
      }),

    /** Discards the draft. 409 `design_changed`. */
    discard: (version: number) => save(version, async () => ({ draft: null })),

    async listVersions(): Promise<(DesignVersion & { document: Documents[Kind] })[]> {
      const rows = await queries.listVersions(db, key);
      return rows.map(({ id, publishedAt, document, ...row }) => ({
        _id: id,
        ...row,
        document: documents[kind].parse(document),
        publishedAt: publishedAt.toISOString(),
      }));
    },

    /** What was published in a version. 404. */
    async getVersion(id: string): Promise<Documents[Kind]> {
      const found = isId(id) ? await queries.findVersion(db, key, id) : undefined;
      if (!found) throw notFound();
      return documents[kind].parse(found.document);
    },

    /** Makes a published version the draft. 404; 409 `design_changed`. */
    restore: (id: string, version: number) =>
      save(version, async ({ published }, trx) => {
        const found = isId(id) ? await queries.findVersion(trx, key, id) : undefined;
        if (!found) throw notFound();
        const document = documents[kind].parse(found.document);
        return { draft: isEqual(document, published) ? null : document };
      }),

    /** Names a version, which then stays. 404. */
    nameVersion: (id: string, name: string) =>
      transaction(db, async (trx) => {
        if (!isId(id) || !(await queries.nameVersion(trx, key, id, name))) throw notFound();
        await recordAudit(trx, admin, { action: `${kind}.name-version`, subject: key, detail: { name } });
      }),
  };
}

/** A design for its editor. 404 for a page that does not exist. */
function presentDesign<Kind extends DesignKind>(
  kind: Kind,
  row: queries.DesignRow | undefined,
): Design<Kind> {
  const document = shownDocument(kind, row, true);
  if (!document || (row && row.kind !== kind)) throw notFound();
  return {
    document,
    published: shownDocument(kind, row, false),
    hasDraft: Boolean(row?.draft),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    updatedBy: row?.updatedBy ?? '',
    publishedAt: row?.publishedAt?.toISOString() ?? null,
  };
}

/** Whether two documents that a schema has read are the same. */
const isEqual = (first: object, second: object | null): boolean =>
  JSON.stringify(first) === JSON.stringify(second);
