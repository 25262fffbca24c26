import { z } from 'zod';
import type { ThemeDesign } from '../../../../shared/contract/design.ts';
import { ApiError } from '../../../api.ts';
import { createStore } from '../../../ui/store.ts';
import { withSignIn } from '../../session.ts';
import { errorsIn } from '../form/use-form.ts';
import { failureText } from '../show-failure.ts';

/** A design as the server has it. */
type Stored<Document> = Omit<ThemeDesign, 'document' | 'published'> & {
  document: Document;
  published: Document | null;
};
export type Side = 'mine' | 'theirs';
/** What two admins changed to different things. `mine`, `theirs`: in words. */
export type Conflict = { id: string; label: string; mine: string[]; theirs: string[] };
export type Versions<Document> = { base: Document; mine: Document; theirs: Document };
/** What another admin has changed meanwhile, in words. */
export type TheirChange = { by: string; changedAt: string | null; changes: string[] };

type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'invalid' | 'conflict';

type State<Edited, Document> = {
  document: Edited;
  /** What the server has. */
  stored: Stored<Document>;
  past: Edited[];
  future: Edited[];
  save: SaveState;
  /** Why it could not be saved or published. */
  failure: string;
  /** By path, such as `document.sections.3.settings.first.to`. */
  errors: Record<string, string>;
  conflict: (TheirChange & { conflicts: Conflict[]; stored: Stored<Document> }) | null;
  /** A change of another admin that was merged. */
  merged: TheirChange | null;
};

export type DraftParts<Edited, Document> = {
  start: Stored<Document>;
  schema: z.ZodType<Document>;
  save: (version: number, document: Document) => Promise<Stored<Document>>;
  publish: (version: number) => Promise<Stored<Document>>;
  discard: (version: number) => Promise<Stored<Document>>;
  restore: (id: string, version: number) => Promise<Stored<Document>>;
  /** Merges three versions. What both changed is of the side that `choices` has for it, else mine, and in `conflicts`. */
  merge: (
    versions: Versions<Edited>,
    choices: Record<string, Side>,
  ) => { document: Edited; conflicts: Conflict[] };
  /** What differs between two documents, in words. */
  differences: (before: Edited, after: Edited) => string[];
};

const saveAfterMs = 700;
/** Changes of the same field within this time are undone together. */
const togetherMs = 1500;
const maxUndo = 100;

/**
 * The draft of a design while it is edited: undo and redo, saving by itself with one request at a time, and merging with
 * what other admins save. `Edited` may be invalid for some time, while something is typed.
 */
export class Draft<Edited, Document extends Edited> {
  readonly #parts: DraftParts<Edited, Document>;
  readonly #store: ReturnType<typeof createStore<State<Edited, Document>>>;
  /** The document that is stored, as it was sent. */
  #saved: Edited;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  #last = { field: '', time: 0 };

  constructor(parts: DraftParts<Edited, Document>) {
    this.#parts = parts;
    this.#saved = parts.start.document;
    this.#store = createStore<State<Edited, Document>>({
      document: parts.start.document,
      stored: parts.start,
      past: [],
      future: [],
      save: 'saved',
      failure: '',
      errors: {},
      conflict: null,
      merged: null,
    });
  }

  use = () => this.#store.use();
  get = () => this.#store.get();

  #set(changes: Partial<State<Edited, Document>>) {
    this.#store.set({ ...this.get(), ...changes });
  }

  /** What the server makes of a document: its texts are trimmed, for example. */
  #normal(document: Edited): Edited {
    const { data } = this.#parts.schema.safeParse(document);
    return data ?? document;
  }

  #show(document: Edited, history: Pick<State<Edited, Document>, 'past' | 'future'>) {
    this.#set({ document, ...history, save: 'unsaved' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), saveAfterMs);
  }

  /** Replaces the document. `field`: what was typed in, whose letters are undone together. */
  change = (document: Edited, field = '') => {
    const { document: before, past } = this.get();
    const { field: lastField, time } = this.#last;
    const isTogether = field !== '' && field === lastField && Date.now() - time < togetherMs;
    this.#last = { field, time: Date.now() };
    this.#show(document, { past: isTogether ? past : [...past.slice(-maxUndo), before], future: [] });
  };

  undo = () => {
    const { document, past, future } = this.get();
    const before = past.at(-1);
    if (before === undefined) return;
    this.#last.field = '';
    this.#show(before, { past: past.slice(0, -1), future: [document, ...future] });
  };

  redo = () => {
    const { document, past, future } = this.get();
    const [next, ...rest] = future;
    if (next === undefined) return;
    this.#last.field = '';
    this.#show(next, { past: [...past, document], future: rest });
  };

  /** Saves what is not saved yet. Returns whether everything is. */
  flush = (): Promise<boolean> => {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  };

  async #saveAll(): Promise<boolean> {
    if (this.get().conflict) return false;
    while (this.wouldLose()) {
      const { document, stored } = this.get();
      const { data } = this.#parts.schema.safeParse(document);
      if (data === undefined) {
        const errors = errorsIn(z.object({ document: this.#parts.schema }), { document });
        this.#set({ errors, save: 'invalid', failure: '' });
        return false;
      }
      this.#set({ save: 'saving', failure: '' });
      try {
        const next = await withSignIn(() => this.#parts.save(stored.version, data));
        this.#saved = document;
        this.#set({ stored: next, errors: {} });
      } catch (error) {
        if (!this.#takeTheirs(error)) return this.#fail(error, 'Could not be saved. Check the connection.');
        if (this.get().conflict) return false;
      }
    }
    this.#set({ save: 'saved' });
    return true;
  }

  #fail(error: unknown, fallback: string): false {
    const errors = error instanceof ApiError ? error.errors : {};
    this.#set({
      save: this.wouldLose() ? 'failed' : 'saved',
      failure: failureText(error, fallback) ?? '',
      errors,
    });
    return false;
  }

  /** Merges what another admin has saved. Returns false for an error of another kind. */
  #takeTheirs(error: unknown): boolean {
    const theirs = theirDesign(error, this.#parts.schema);
    if (!theirs) return false;
    const { document, stored } = this.get();
    const versions = { base: stored.document, mine: this.#normal(document), theirs: theirs.document };
    const { conflicts } = this.#parts.merge(versions, {});
    if (conflicts.length === 0) this.#adopt(theirs, {});
    else this.#set({ conflict: { ...this.#changeOf(theirs), conflicts, stored: theirs }, save: 'conflict' });
    return true;
  }

  #changeOf = (theirs: Stored<Document>): TheirChange => ({
    by: theirs.updatedBy,
    changedAt: theirs.updatedAt,
    changes: this.#parts.differences(this.get().stored.document, theirs.document),
  });

  #adopt(theirs: Stored<Document>, choices: Record<string, Side>) {
    const { document, stored, past, future, merged: before } = this.get();
    const merge = (mine: Edited) =>
      this.#parts.merge({ base: stored.document, mine: this.#normal(mine), theirs: theirs.document }, choices)
        .document;
    const merged = merge(document);
    if (isSame(merged, theirs.document)) this.#saved = merged;
    // Nothing is news if the reply to an earlier request of this page was lost.
    const isNews = !isSame(merged, this.#normal(document));
    this.#set({
      document: merged,
      merged: isNews ? this.#changeOf(theirs) : before,
      stored: theirs,
      past: past.map(merge),
      future: future.map(merge),
      conflict: null,
    });
  }

  /** Decides what both admins have changed, and saves. */
  resolve = (choices: Record<string, Side>) => {
    const { conflict } = this.get();
    if (!conflict) return;
    this.#adopt(conflict.stored, choices);
    void this.flush();
  };

  publish = () => this.#replace(this.#parts.publish, 'Could not publish. Please try again.');
  discard = () => this.#replace(this.#parts.discard, 'Could not discard. Please try again.');
  restore = (id: string) =>
    this.#replace((version) => this.#parts.restore(id, version), 'Could not restore. Please try again.');

  /** Replaces the draft by what the server returns; the one before can be restored with undo. */
  async #replace(act: (version: number) => Promise<Stored<Document>>, fallback: string): Promise<boolean> {
    if (!(await this.flush())) return false;
    this.#set({ failure: '', errors: {} });
    try {
      const next = await withSignIn(() => act(this.get().stored.version));
      const { document, past } = this.get();
      if (!this.wouldLose() && !isSame(this.#normal(document), next.document)) {
        this.#saved = next.document;
        this.#set({ document: next.document, past: [...past, document], future: [] });
      }
      this.#set({ stored: next });
      return true;
    } catch (error) {
      if (!this.#takeTheirs(error)) return this.#fail(error, fallback);
      await this.flush();
      return false;
    }
  }

  dismiss = () => this.#set({ merged: null, failure: '' });

  /** Whether leaving the page would lose something. */
  wouldLose = () => this.get().document !== this.#saved;
}

/** What another admin has saved, from the reply to a refused change. */
function theirDesign<Document>(error: unknown, document: z.ZodType<Document>): Stored<Document> | null {
  if (!(error instanceof ApiError) || error.code !== 'design_changed') return null;
  const current = z.object({
    document,
    published: document.nullable(),
    hasDraft: z.boolean(),
    version: z.number(),
    updatedAt: z.string().nullable(),
    updatedBy: z.string(),
    publishedAt: z.string().nullable(),
  });
  return z.object({ current }).safeParse(error.body).data?.current ?? null;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
