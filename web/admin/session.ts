import { useSyncExternalStore } from 'react';
import type { User } from '../../shared/contract/accounts.ts';
import { ApiError, api } from '../api.ts';

type Session = { state: 'checking' } | { state: 'out' } | { state: 'in'; user: User };

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

/** Forgets the token, here and on the server. */
export async function endSession(): Promise<void> {
  await api.post('/auth/logout').catch(() => {});
  forgetSession();
}

/** What a call does whose token is no longer good: the layout then leads to the sign-in. */
function forgetSession(): void {
  localStorage.removeItem(key);
  change({ state: 'out' });
}

/** True when a failure means that the session is over, which it then is. */
export function sessionEnded(error: unknown): boolean {
  const ended = error instanceof ApiError && (error.status === 401 || error.status === 403);
  if (ended) forgetSession();
  return ended;
}

async function check(): Promise<void> {
  if (!localStorage.getItem(key)) return change({ state: 'out' });
  try {
    const user = await api.get<User>('/auth/me');
    if (user.isAdmin) change({ state: 'in', user });
    else forgetSession();
  } catch (error) {
    // Without a connection the token may still be good: the next visit tries again.
    if (sessionEnded(error)) return;
    change({ state: 'out' });
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
    // Signed out in another tab: here too.
    addEventListener('storage', (event) => {
      if (event.key === key && !event.newValue) change({ state: 'out' });
    });
  }
  return () => listeners.delete(listener);
}
