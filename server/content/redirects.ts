import {
  maxRedirects,
  type Redirect,
  type RedirectChange,
  type RedirectImport,
  type RedirectQuery,
} from '../../shared/contract/content.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badRequest, conflict, notFound } from '../errors.ts';
import type { WorkerModule } from '../runtime/worker-pool.ts';
import { isLoop, readSource, readTarget, redirectKey } from './redirect-path.ts';
import * as queries from './redirect-queries.ts';

const readModule: WorkerModule<typeof import('./redirect-file.ts')> = {
  url: new URL('./redirect-file.ts', import.meta.url),
  maxMs: 20_000,
  tooSlow: () => badField('file', 'This file takes too long to read. Please split it into smaller files.'),
};

const maxShownLines = 100;
/** The most redirects with a `*`, because each of them is tried for an address without a page, and its longest address. */
const maxPatterns = 200;
const maxPatternKey = 500;
/** For the paths of a shop, whatever its address is. */
const anyOrigin = 'http://shop';

/** Finds the address to which a redirect leads from a path without a page (decision 118). */
export type FindRedirect = (pathname: string) => string | undefined;

export async function readRedirects({ db }: Pick<Deps, 'db'>): Promise<FindRedirect> {
  const redirects = await queries.readRedirects(db);
  const patterns = patternsOf(redirects);
  return (pathname) => {
    const key = redirectKey(pathname);
    const found = redirects.get(key);
    if (found !== undefined) return found;
    if (key.length > maxPatternKey) return undefined;
    for (const { pattern, to } of patterns) {
      const rest = pattern.exec(key)?.at(-1);
      if (rest === undefined) continue;
      // Visitors choose the text, which must not lead to another site.
      const target = readTarget(
        to.replace('*', () => rest.split('/').map(encodeURIComponent).join('/')),
        anyOrigin,
      );
      if ('reason' in target) return undefined;
      // A pattern that fits its own target would lead in a circle.
      return pattern.test(redirectKey(target.path)) ? undefined : target.path;
    }
    return undefined;
  };
}

/**
 * The redirects in which a `*` stands for any text, at the end also with slashes; the longest first. A `*` of the target
 * is what the last one of the address stands for.
 */
function patternsOf(redirects: Map<string, string>) {
  return [...redirects]
    .filter(([from]) => from.includes('*'))
    .toSorted(([a], [b]) => b.length - a.length)
    .slice(0, maxPatterns)
    .map(([from, to]) => {
      const parts = from.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return {
        pattern: new RegExp(
          `^${parts.slice(0, -1).join('([^/]+)')}${from.endsWith('*') ? '(.+)' : '([^/]+)'}${parts.at(-1)}$`,
          's',
        ),
        to,
      };
    });
}

/**
 * Adds redirects of a former shop; an address that has one keeps it. Returns the ids of the new ones by their address.
 */
export async function insertMovedRedirects(
  trx: Trx,
  wanted: { from: string; to: string }[],
): Promise<Map<string, string>> {
  await queries.lockRedirects(trx);
  const all = await queries.readRedirects(trx);
  const added = new Map<string, string>();
  for (const { from, to } of wanted) {
    if (all.has(from) || all.size >= maxRedirects || isLoop(from, to, all)) continue;
    all.set(from, to);
    added.set(from, to);
  }
  return queries.insertRedirects(trx, added);
}

/** The addresses of a redirect as they are stored, or why there can be none like it. */
export function redirectOf(
  from: string,
  to: string,
  origin: string,
): { from: string; to: string } | { reason: string } {
  const [source, target] = [readSource(from, origin), readTarget(to, origin)];
  if ('reason' in source) return source;
  if ('reason' in target) return target;
  return { from: source.key, to: target.path };
}

/** The redirects that an admin enters. */
export function redirectAdmin({ db, config, workers }: Deps, admin: Admin) {
  const { origin } = new URL(config.publicUrl);

  /** Runs `work` with all redirects, and records what it returns in the audit log. */
  const change = <Result extends { detail: object }>(
    action: string,
    work: (trx: Trx, all: Map<string, string>) => Promise<Result>,
  ): Promise<Result> =>
    transaction(db, async (trx) => {
      await queries.lockRedirects(trx);
      const result = await work(trx, await queries.readRedirects(trx));
      await recordAudit(trx, admin, { action: `redirect.${action}`, subject: '', detail: result.detail });
      return result;
    });

  return {
    /** One page of the redirects and their number. */
    async listRedirects(query: RedirectQuery) {
      const { rows, total } = await queries.listRedirects(db, query);
      return { items: rows.map(presentRedirect), total };
    },

    /** Adds a redirect. 400 by field, also for one that leads in a circle; 409. */
    async createRedirect(input: RedirectChange): Promise<Redirect> {
      const { created } = await change('create', async (trx, all) => {
        if (all.size >= maxRedirects) throw tooMany();
        const detail = check(input, all, origin);
        return { detail, created: await queries.insertRedirect(trx, detail.from, detail.to) };
      });
      return presentRedirect(created);
    },

    /** Changes a redirect. 400 by field, also for one that leads in a circle; 404; 409. */
    async updateRedirect(id: string, input: RedirectChange): Promise<Redirect> {
      const { updated } = await change('update', async (trx, all) => {
        const before = await getRedirect(trx, id);
        all.delete(before.fromPath);
        const detail = check(input, all, origin);
        return { detail, updated: await queries.updateRedirect(trx, id, detail.from, detail.to) };
      });
      return presentRedirect(updated);
    },

    /** 404. */
    async deleteRedirect(id: string): Promise<void> {
      await change('delete', async (trx) => {
        const { fromPath: from, toPath: to } = await getRedirect(trx, id);
        await queries.deleteRedirect(trx, id);
        return { detail: { from, to } };
      });
    },

    /**
     * Adds the redirects of a CSV file; those from the same addresses are replaced. Lines that can't be redirects are
     * skipped. 400 if the file can't be read.
     */
    async importRedirects(bytes: Buffer, file: string): Promise<RedirectImport> {
      const lines = await workers.run(readModule, 'readRedirectFile', bytes);
      const { saved, skipped } = await change('import', async (trx, all) => {
        const added = new Map<string, string>();
        const skipped: RedirectImport['skipped'] = [];
        for (const { line, from, to, isPattern } of lines) {
          const [source, target] = [readSource(from, origin), readTarget(to, origin)];
          const skip = (reason: string) => skipped.push({ line, reason });
          if (isPattern) skip('It is a regular expression');
          else if ('reason' in source) skip(`${from.slice(0, 80)}: ${source.reason}`);
          else if ('reason' in target) skip(`${to.slice(0, 80)}: ${target.reason}`);
          else if (isLoop(source.key, target.path, all)) skip(`${source.key}: ${loops}`);
          else {
            all.set(source.key, target.path);
            added.set(source.key, target.path);
          }
        }
        if (all.size > maxRedirects) throw tooMany();
        await queries.saveRedirects(trx, added);
        return { saved: added.size, skipped, detail: { file, redirects: added.size } };
      });
      return { saved, skipped: skipped.slice(0, maxShownLines), skippedCount: skipped.length };
    },
  };
}

/** 404 unless there is this redirect. */
async function getRedirect(trx: Trx, id: string) {
  const found = isId(id) ? await queries.findRedirect(trx, id) : undefined;
  if (!found) throw notFound('This redirect does not exist.');
  return found;
}

/** The addresses of a redirect as they are stored. 400 by field; 409 for an address that has a redirect already. */
function check({ from, to }: RedirectChange, others: Map<string, string>, origin: string) {
  const [source, target] = [readSource(from, origin), readTarget(to, origin)];
  if ('reason' in source || 'reason' in target)
    throw badRequest('Check the marked fields.', {
      ...('reason' in source && { from: source.reason }),
      ...('reason' in target && { to: target.reason }),
    });
  if (others.has(source.key)) {
    const message = 'This address has a redirect already';
    throw conflict('conflict', message, { errors: { from: message } });
  }
  if (isLoop(source.key, target.path, others)) throw badField('to', loops);
  return { from: source.key, to: target.path };
}

const presentRedirect = (row: { id: string; fromPath: string; toPath: string }): Redirect => ({
  _id: row.id,
  from: row.fromPath,
  to: row.toPath,
});

const loops = 'This would send visitors in a circle';
const tooMany = () =>
  badRequest(`A shop can have ${maxRedirects.toLocaleString('en-IN')} redirects. Delete some first.`);
