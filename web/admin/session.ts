import { useSyncExternalStore } from 'react';
import type { User } from '../../shared/contract/accounts.ts';
import { ApiError, api } from '../api.ts';

type Session =
  | { state: 'checking' }
  | { state: 'out' }
  | { state: 'in'; user: User }
  /** The token is no longer good, but the page stands as it was: who worked here signs in and goes on. */
  | { state: 'ended'; user: User };

const key = 'adminToken';
const listeners = new Set<() => void>();
const checking: Session = { state: 'checking' };
let session: Session = checking;
let asked = false;

/** Who works here: 'checking' until the stored token has been tried (spec §4 Admin session). */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => checking,
  );
}

/** Keeps the token of a fresh sign-in. */
export function beginSession(token: string, user: User): void {
  localStorage.setItem(key, token);
  change({ state: 'in', user });
}

/** Forgets the token, here, in other tabs and on the server. */
export async function endSession(): Promise<void> {
  const token = localStorage.getItem(key);
  // The empty token tells other tabs that the user signed out; when a session expires, the token is only removed.
  localStorage.setItem(key, '');
  forgetSession({ state: 'out' });
  if (!token) return;
  await api.post('/auth/logout', undefined, { ...withToken(token), keepalive: true }).catch(() => {});
}

/** True when a failure means that the session is over, which it then is: the layout asks for a new sign-in. */
export function sessionEnded(error: unknown): boolean {
  const ended = error instanceof ApiError && (error.status === 401 || error.status === 403);
  if (ended) forgetSession(lost());
  return ended;
}

/** Makes a call that can wait: where it finds the session over, once more after the next sign-in. */
export async function withSignIn<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!sessionEnded(error)) throw error;
    }
    await signedIn();
  }
}

function signedIn(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.state !== 'in') return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
}

function forgetSession(next: Session): void {
  localStorage.removeItem(key);
  change(next);
}

const lost = (): Session =>
  session.state === 'in' || session.state === 'ended'
    ? { state: 'ended', user: session.user }
    : { state: 'out' };

// Said with the call, which the sign-in makes too: from there the token of a shopper would go along.
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function check(): Promise<void> {
  const token = localStorage.getItem(key);
  if (!token) return change(lost());
  try {
    const user = await api.get<User>('/auth/me', withToken(token));
    if (user.isAdmin) change({ state: 'in', user });
    else forgetSession(lost());
  } catch (error) {
    // Without a connection the token may still be good: the next visit tries again.
    if (!sessionEnded(error) && session.state === 'checking') change({ state: 'out' });
  }
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void check();
    // Signed out or in again in another tab: here too.
    addEventListener('storage', (event) => {
      if (event.key !== key) return;
      if (event.newValue) void check();
      else change(event.newValue === '' ? { state: 'out' } : lost());
    });
  }
  return () => listeners.delete(listener);
}
