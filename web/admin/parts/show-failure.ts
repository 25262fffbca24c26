import { ApiError } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { sessionEnded } from '../session.ts';

/**
 * The server's error message if it refused, or says what a provider answered; else `fallback`. Null if the session has
 * just ended.
 */
export function failureText(error: unknown, fallback: string): string | null {
  if (sessionEnded(error)) return null;
  const isReason =
    error instanceof ApiError &&
    ((error.status >= 400 && error.status < 500) || error.code === 'provider_error');
  return isReason ? error.message : fallback;
}

/** Shows the same message in a toast. */
export function showFailure(error: unknown, fallback: string): void {
  const text = failureText(error, fallback);
  if (text) toast(text, 'error');
}
