import { useEffect, useSyncExternalStore } from 'react';
import type { AuthReply, User } from '../../../shared/contract/accounts.ts';
import { ApiError, api } from '../../api.ts';

/** `unknown` on the server and until the page is alive; `reading` while the shop is asked whose the token is. */
export type Session =
  | { kind: 'unknown' }
  | { kind: 'guest' }
  | { kind: 'reading' }
  | { kind: 'unreachable'; message: string }
  | { kind: 'user'; user: User };

const storageKey = 'authToken';
const unknown: Session = { kind: 'unknown' };
const listeners = new Set<() => void>();
let session: Session = unknown;
let token: string | null = null;

/** Who is signed in as a shopper in this browser. Other tabs follow. */
export function useSession(): Session {
  const now = useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
  useEffect(() => {
    if (session.kind === 'unknown') read();
  }, []);
  return now;
}

/** Keeps the session that a call has opened or renewed. */
export function keepSession(reply: Pick<AuthReply, 'token' | 'user'>) {
  store(reply.token);
  change({ kind: 'user', user: reply.user });
}

/** Shows a changed profile. */
export function showUser(user: User) {
  change({ kind: 'user', user });
}

/** Ends the session here at once; `call` tells the shop, and its failure keeps nobody signed in. */
export async function endSession(call: 'logout' | 'logout-all' | 'none' = 'logout') {
  const headers = { authorization: `Bearer ${token}` };
  store(null);
  change({ kind: 'guest' });
  if (call !== 'none')
    await api.post(`/auth/${call}`, undefined, { headers, keepalive: true }).catch(() => {});
}

/** Asks the shop again whose the stored token is. */
export function read() {
  token = stored();
  if (!token) return change({ kind: 'guest' });
  change({ kind: 'reading' });
  const asked = token;
  api.get<User>('/auth/me').then(
    (user) => {
      if (token === asked) change({ kind: 'user', user });
    },
    (error: unknown) => {
      if (token !== asked) return;
      const refused = error instanceof ApiError && [401, 403].includes(error.status);
      if (!refused) return change({ kind: 'unreachable', message: String((error as Error).message) });
      store(null);
      change({ kind: 'guest' });
    },
  );
}

function change(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

function follow(event: StorageEvent) {
  if ((event.key === storageKey || event.key === null) && stored() !== token) read();
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(next: string | null) {
  token = next;
  try {
    if (next === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Where nothing can be stored, signing in lasts as long as the page.
  }
}
