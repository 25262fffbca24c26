import { useEffect } from 'react';
import type { User } from '../../shared/contract/accounts/accounts.ts';
import { ApiError, call } from '../api.ts';
import { createStore } from '../ui/store.ts';

type Session =
  | { state: 'checking' }
  | { state: 'out' }
  | { state: 'in'; user: User }
  /** The token has expired, but the page stays: the same admin signs in again and continues. */
  | { state: 'ended'; user: User };

const key = 'adminToken';
const session = createStore<Session>({ state: 'checking' });
let started = false;

/** Who is signed in: 'checking' until the server has checked the stored token (spec §4 Admin session). */
export function useSession(): Session {
  useEffect(start, []);
  return session.use();
}

/** Stores the token of a new sign-in. */
export function beginSession(token: string, user: User): void {
  localStorage.setItem(key, token);
  session.set({ state: 'in', user });
}

/** Deletes the token here, in other tabs and on the server. */
export async function endSession(): Promise<void> {
  const token = localStorage.getItem(key);
  // The empty token tells other tabs that the user signed out; when a session expires, the token is only removed.
  localStorage.setItem(key, '');
  forgetSession({ state: 'out' });
  if (token) await call('POST /auth/logout', { ...withToken(token), keepalive: true }).catch(() => {});
}

/** True if a call failed because the session has ended; the layout then asks for a new sign-in. */
export function sessionEnded(error: unknown): boolean {
  const ended = error instanceof ApiError && error.status === 401;
  if (ended) forgetSession(endedState());
  return ended;
}

/** Makes a call; if the session has ended, makes it again after the next sign-in. */
export async function withSignIn<T>(make: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!sessionEnded(error)) throw error;
    }
    await signedIn();
  }
}

function signedIn(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (session.get().state !== 'in') return;
      unsubscribe();
      resolve();
    });
  });
}

function forgetSession(next: Session): void {
  localStorage.removeItem(key);
  session.set(next);
}

function endedState(): Session {
  const current = session.get();
  return 'user' in current ? { state: 'ended', user: current.user } : { state: 'out' };
}

// Sent explicitly because the sign-in page makes this call too, and there the default is a shopper's token.
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function check(): Promise<void> {
  const token = localStorage.getItem(key);
  if (!token) return session.set(endedState());
  try {
    const user = await call('GET /auth/me', withToken(token));
    if (user.isAdmin) session.set({ state: 'in', user });
    else forgetSession(endedState());
  } catch (error) {
    // Without a connection the token may still be valid: the next visit tries again.
    if (!sessionEnded(error) && session.get().state === 'checking') session.set({ state: 'out' });
  }
}

function start(): void {
  if (started) return;
  started = true;
  void check();
  // Signing in or out in another tab has the same effect here.
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    if (event.newValue) void check();
    else session.set(event.newValue === '' ? { state: 'out' } : endedState());
  });
}
