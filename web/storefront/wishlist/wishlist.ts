import { useEffect } from 'react';
import { maxSaved } from '../../../shared/products/limits.ts';
import { call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { createStore } from '../../ui/store.ts';
import { followSession } from '../account/session.ts';

/** What this browser has saved: its own list, or a copy of the list of the account `owner`. */
type Wishlist = { ids: string[]; owner: string | null; readAt: number };

const storageKey = 'wishlist';
/** How long a copy is shown on cards; the page of the wishlist always reads the account. */
const copyLastsMs = 5 * 60_000;
const empty: Wishlist = { ids: [], owner: null, readAt: 0 };
const wishlist = createStore<Wishlist & { ready: boolean }>({ ...empty, ready: false });
let savedText: string | null = null;
let isFollowing = false;
/** Undefined until the session is known. */
let account: string | null | undefined;
let reading: Promise<void> | undefined;

/** The ids of the saved products, the latest first. `ready` is false on the server and before hydration. */
export function useWishlist() {
  const { ids, ready } = wishlist.use();
  useEffect(() => followWishlist(), []);
  return { ids, ready };
}

/** Calls `show` with the ids of the saved products, now and after each change, also by other tabs and the account. */
export function followWishlist(show?: (ids: string[]) => void) {
  if (show) wishlist.subscribe(() => show(wishlist.get().ids));
  if (!isFollowing) {
    isFollowing = true;
    readSaved();
    window.addEventListener('pageshow', readSaved);
    window.addEventListener('storage', ({ key }) => {
      if (key === storageKey || key === null) readSaved();
    });
    followSession((session) => {
      if (session.kind === 'guest') follow(null);
      if (session.kind === 'user') follow(session.user.isAdmin ? null : session.user._id);
    });
  }
  show?.(wishlist.get().ids);
}

/** Reads the list of the account again, after what this browser alone has saved was added to it. */
export function readAccount(): Promise<void> {
  if (!account) return Promise.resolve();
  const userId = account;
  reading ??= synchronise(userId).finally(() => {
    reading = undefined;
  });
  return reading;
}

/**
 * Saves a product, or removes it, at once. If the account refuses it or can't be reached, the change is undone and the
 * error thrown.
 */
export async function toggleSaved(id: string): Promise<void> {
  readSaved();
  const { ids, owner } = wishlist.get();
  const isSaved = ids.includes(id);
  if (!isSaved && ids.length >= maxSaved)
    throw new Error(`Your wishlist can have ${maxSaved} products. Remove one first.`);
  setSaved(id, !isSaved);
  if (!owner) return;
  try {
    await send(id, !isSaved);
  } catch (error) {
    setSaved(id, isSaved);
    throw error;
  }
}

const send = (id: string, isSaved: boolean) =>
  call(isSaved ? 'PUT /wishlist/products/:id' : 'DELETE /wishlist/products/:id', { params: { id } });

function setSaved(id: string, isSaved: boolean) {
  readSaved();
  const { ids, ...rest } = wishlist.get();
  const others = ids.filter((text) => text !== id);
  write({ ...rest, ids: isSaved ? [id, ...others] : others });
}

function follow(userId: string | null) {
  account = userId;
  readSaved();
  const { owner, readAt } = wishlist.get();
  // The account keeps its list; the next person at this browser does not see it.
  if (owner && owner !== userId) write(empty);
  if (userId && (owner !== userId || Date.now() - readAt > copyLastsMs))
    readAccount().catch((error: unknown) => console.warn('The wishlist could not be read.', error));
}

async function synchronise(userId: string) {
  readSaved();
  const { ids, owner } = wishlist.get();
  const isCopy = owner === userId;
  const reply =
    isCopy || ids.length === 0
      ? await call('GET /wishlist')
      : await call('POST /wishlist/merge', { body: { ids } });
  readSaved();
  const now = wishlist.get();
  // What was changed meanwhile.
  const added = now.ids.filter((id) => !ids.includes(id));
  const removed = ids.filter((id) => !now.ids.includes(id));
  const kept = reply.ids.filter((id) => !removed.includes(id) && !added.includes(id));
  write({ ids: [...added, ...kept], owner: userId, readAt: Date.now() });
  // A copy has sent its changes itself.
  if (isCopy) return;
  await Promise.all([...added.map((id) => send(id, true)), ...removed.map((id) => send(id, false))]);
}

function write({ ids, owner, readAt }: Wishlist) {
  writeStored(storageKey, JSON.stringify({ ids, owner, readAt }));
  savedText = readStored(storageKey);
  wishlist.set({ ids, owner, readAt, ready: true });
}

/** Reads what this browser, perhaps in another tab, has saved. */
function readSaved() {
  const text = readStored(storageKey);
  if (wishlist.get().ready && text === savedText) return;
  savedText = text;
  wishlist.set({ ...parse(text), ready: true });
}

function parse(text: string | null): Wishlist {
  try {
    const { ids, owner, readAt }: Partial<Wishlist> = JSON.parse(text ?? '{}');
    return {
      ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, 2 * maxSaved) : [],
      owner: typeof owner === 'string' ? owner : null,
      readAt: Number(readAt) || 0,
    };
  } catch {
    return empty;
  }
}
