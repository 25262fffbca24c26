import { useEffect, useSyncExternalStore } from 'react';
import type { AuthReply, User } from '../../../shared/contract/accounts.ts';
import { ApiError, call } from '../../api.ts';

/** `unknown` on the server and before hydration; `loading` while the server checks the stored token. */
export type Session =
  | { kind: 'unknown' }
  | { kind: 'guest' }
  | { kind: 'loading' }
  | { kind: 'unreachable'; message: string }
  | { kind: 'user'; user: User };

const storageKey = 'authToken';
const unknown: Session = { kind: 'unknown' };
const listeners = new Set<() => void>();
let session: Session = unknown;
let token: string | null = null;

/** The shopper's session in this browser. Changes in other tabs are followed. */
export function useSession(): Session {
  const now = useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
  useEffect(() => {
    if (session.kind === 'unknown') reloadSession();
  }, []);
  return now;
}

/** Saves the session that a call has opened or renewed. */
export function saveSession(reply: Pick<AuthReply, 'token' | 'user'>) {
  storeToken(reply.token);
  change({ kind: 'user', user: reply.user });
}

/** Replaces the signed-in user after a change. */
export function setUser(user: User) {
  change({ kind: 'user', user });
}

/** Ends the session in this browser, then the sessions of `scope` on the server, whose failure is ignored. */
export async function endSession(scope: 'logout' | 'logout-all' | 'none' = 'logout') {
  const headers = { authorization: `Bearer ${token}` };
  storeToken(null);
  change({ kind: 'guest' });
  if (scope !== 'none') await call(`POST /auth/${scope}`, { headers, keepalive: true }).catch(() => {});
}

/** Loads the user of the stored token. */
export function reloadSession() {
  token = storedToken();
  if (!token) return change({ kind: 'guest' });
  change({ kind: 'loading' });
  const requested = token;
  call('GET /auth/me').then(
    (user) => {
      if (token === requested) change({ kind: 'user', user });
    },
    (error: unknown) => {
      if (token !== requested) return;
      const isRejected = error instanceof ApiError && [401, 403].includes(error.status);
      if (!isRejected) return change({ kind: 'unreachable', message: String((error as Error).message) });
      storeToken(null);
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
  if ((event.key === storageKey || event.key === null) && storedToken() !== token) reloadSession();
}

function storedToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function storeToken(next: string | null) {
  token = next;
  try {
    if (next === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Without storage, the session ends when the page is left.
  }
}
