import { useEffect } from 'react';
import type { AuthReply, User } from '../../../shared/contract/accounts/accounts.ts';
import { ApiError, call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { createStore } from '../../ui/store.ts';

/** `unknown` on the server and before hydration; `loading` while the server checks the stored token. */
export type Session =
  | { kind: 'unknown' }
  | { kind: 'guest' }
  | { kind: 'loading' }
  | { kind: 'unreachable'; message: string }
  | { kind: 'user'; user: User };

const storageKey = 'authToken';
const session = createStore<Session>({ kind: 'unknown' });
let token: string | null = null;

/** The shopper's session in this browser. Changes in other tabs are followed. */
export function useSession(): Session {
  const current = session.use();
  useEffect(() => followSession(), []);
  return current;
}

/** Loads the session, follows changes in other tabs, and calls `show` with the session now and after each change. */
export function followSession(show?: (current: Session) => void) {
  if (show) session.subscribe(() => show(session.get()));
  if (session.get().kind !== 'unknown') return show?.(session.get());
  reloadSession();
  const follow = () => {
    if (readStored(storageKey) !== token) reloadSession();
  };
  // A page that the Back button restores has missed the events of other pages.
  window.addEventListener('pageshow', follow);
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) follow();
  });
}

/** Saves the session that a call has opened or renewed. */
export function saveSession(reply: Pick<AuthReply, 'token' | 'user'>) {
  storeToken(reply.token);
  session.set({ kind: 'user', user: reply.user });
}

export function setUser(user: User) {
  session.set({ kind: 'user', user });
}

/** Ends the session in this browser, then the sessions of `scope` on the server, whose failure is ignored. */
export async function endSession(scope: 'logout' | 'logout-all' | 'none' = 'logout') {
  const headers = { authorization: `Bearer ${token}` };
  storeToken(null);
  session.set({ kind: 'guest' });
  if (scope !== 'none') await call(`POST /auth/${scope}`, { headers, keepalive: true }).catch(() => {});
}

export function reloadSession() {
  token = readStored(storageKey);
  if (!token) return session.set({ kind: 'guest' });
  session.set({ kind: 'loading' });
  const requested = token;
  call('GET /auth/me').then(
    (user) => {
      if (token === requested) session.set({ kind: 'user', user });
    },
    (error: unknown) => {
      if (token !== requested) return;
      const isRejected = error instanceof ApiError && [401, 403].includes(error.status);
      if (!isRejected) return session.set({ kind: 'unreachable', message: String((error as Error).message) });
      storeToken(null);
      session.set({ kind: 'guest' });
    },
  );
}

function storeToken(next: string | null) {
  token = next;
  writeStored(storageKey, next);
}
