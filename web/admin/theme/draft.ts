import { z } from 'zod';
import { type ThemeDesign, themeDesign } from '../../../shared/contract/design.ts';
import { type Theme, theme as themeSchema } from '../../../shared/theme/theme.ts';
import { ApiError, call } from '../../api.ts';
import { createStore } from '../../ui/store.ts';
import { showFailure } from '../parts/show-failure.ts';
import { withSignIn } from '../session.ts';

type State = {
  /** The design as the server last confirmed it. */
  design: ThemeDesign;
  /** The theme as the editor shows it. */
  theme: Theme;
  past: Theme[];
  future: Theme[];
  isSaving: boolean;
  hasFailed: boolean;
  /** What another admin saved in the meantime; until the conflict is resolved nothing is saved. */
  theirs: ThemeDesign | null;
};

const saveAfterMs = 500;
/** Changes of one setting within this time are undone together. */
const togetherMs = 1000;
const maxSteps = 100;

const isSameTheme = (first: Theme, second: Theme): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

type Store = ReturnType<typeof createStore<State>>;

const update = (store: Store, changes: Partial<State>) => store.set({ ...store.get(), ...changes });
const isDirty = ({ theme, design }: State): boolean => !isSameTheme(theme, design.document);

/** Makes a change on the server, and takes its reply. False for a conflict; one that changes nothing here is repeated. */
async function send(store: Store, change: Change): Promise<boolean> {
  try {
    update(store, { design: await withSignIn(() => change(store.get().design.version)) });
    return true;
  } catch (error) {
    const theirs = currentOf(error);
    if (!theirs) throw error;
    const { design, theme } = store.get();
    const isHarmless = [design.document, theme].some((known) => isSameTheme(theirs.document, known));
    update(store, isHarmless ? { design: theirs } : { theirs });
    return isHarmless && send(store, change);
  }
}

type Change = (version: number) => Promise<ThemeDesign>;

/** Saves until nothing has changed in the meantime. Returns whether all is saved. */
async function saveAll(store: Store): Promise<boolean> {
  update(store, { isSaving: true, hasFailed: false });
  try {
    while (isDirty(store.get())) {
      const { theme } = store.get();
      const save: Change = (version) => call('PUT /design/theme', { body: { version, document: theme } });
      if (!(await send(store, save))) return false;
    }
    return true;
  } catch (error) {
    update(store, { hasFailed: true });
    showFailure(error, 'The draft could not be saved. Please try again.');
    return false;
  } finally {
    update(store, { isSaving: false });
  }
}

const withStep = (past: Theme[], theme: Theme): Theme[] => [...past, theme].slice(-maxSteps);

/** Saves the draft, with one request at a time; `soon`: a moment after the last change. */
function saverOf(store: Store) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;

  /** Runs while nothing else does. */
  async function run(task: () => Promise<boolean>): Promise<boolean> {
    const result = task();
    running = result.catch(() => false);
    try {
      return await result;
    } finally {
      running = null;
      if (isDirty(store.get()) && !store.get().hasFailed) soon();
    }
  }

  /** Saves what is not saved yet. Returns whether all is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer);
    await running;
    return !store.get().theirs && (running ?? run(() => saveAll(store)));
  }

  function soon() {
    clearTimeout(timer);
    if (!store.get().theirs) timer = setTimeout(() => void save(), saveAfterMs);
  }

  return {
    save,
    soon,
    /** Saves, then makes another change on the server. */
    act: async (change: Change) => (await save()) && run(() => send(store, change)),
  };
}

/** The draft of the theme, which saves itself a moment after each change. */
export function openDraft(start: ThemeDesign) {
  const store = createStore<State>({
    design: start,
    theme: start.document,
    past: [],
    future: [],
    isSaving: false,
    hasFailed: false,
    theirs: null,
  });
  const saver = saverOf(store);
  let last = { fields: '', time: 0 };

  function show(theme: Theme, steps: Pick<State, 'past' | 'future'>) {
    update(store, { theme, ...steps });
    saver.soon();
  }

  return {
    use: store.use,
    isDirty: () => isDirty(store.get()),
    save: saver.save,

    change(fields: Partial<Theme>) {
      const { theme, past } = store.get();
      // Reading it puts its fields in order, so that equal themes are equal texts.
      const next = themeSchema.parse({ ...theme, ...fields });
      if (isSameTheme(theme, next)) return;
      const names = Object.keys(fields).join();
      const isTogether = names === last.fields && Date.now() - last.time < togetherMs && past.length > 0;
      last = { fields: names, time: Date.now() };
      show(next, { past: isTogether ? past : withStep(past, theme), future: [] });
    },

    undo() {
      const { theme, past, future } = store.get();
      const former = past.at(-1);
      last = { fields: '', time: 0 };
      if (former) show(former, { past: past.slice(0, -1), future: [theme, ...future] });
    },

    redo() {
      const { theme, past, future } = store.get();
      const [next, ...rest] = future;
      if (next) show(next, { past: withStep(past, theme), future: rest });
    },

    /** Saves, then makes another change on the server, and shows its result, which can be undone. */
    async act(change: Change): Promise<boolean> {
      const { theme } = store.get();
      const isDone = await saver.act(change);
      if (isDone && store.get().theme === theme) showServer(store);
      return isDone;
    },

    /** Resolves a conflict. Mine stays in the undo steps if theirs is used. */
    resolve(isMine: boolean): Promise<boolean> {
      const { theirs } = store.get();
      if (theirs) update(store, { design: theirs, theirs: null });
      if (theirs && !isMine) showServer(store);
      return saver.save();
    },
  };
}

function showServer(store: Store) {
  const { design, theme, past } = store.get();
  if (!isSameTheme(design.document, theme))
    update(store, { theme: design.document, past: withStep(past, theme), future: [] });
}

export type Draft = ReturnType<typeof openDraft>;

const conflict = z.object({ code: z.literal('design_changed'), current: themeDesign });

const currentOf = (error: unknown): ThemeDesign | null =>
  (error instanceof ApiError && conflict.safeParse(error.body).data?.current) || null;
