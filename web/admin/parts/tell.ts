import { ApiError } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { sessionEnded } from '../session.ts';

/** What went wrong: the server's words where it refused, else `fallback`. Null where the session has just ended. */
export function failureText(error: unknown, fallback: string): string | null {
  if (sessionEnded(error)) return null;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? error.message : fallback;
}

/** Says the same in a toast. */
export function tellFailure(error: unknown, fallback: string): void {
  const text = failureText(error, fallback);
  if (text) toast(text, 'error');
}
