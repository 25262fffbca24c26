import { ApiError } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { sessionEnded } from '../session.ts';

/** Says what went wrong: the server's words where it refused, else `fallback`. A dead session just ends. */
export function tellFailure(error: unknown, fallback: string): void {
  if (sessionEnded(error)) return;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  toast(refused ? error.message : fallback, 'error');
}
