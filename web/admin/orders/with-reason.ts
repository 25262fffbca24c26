import { ApiError } from '../../api.ts';

/** Words for a failure, followed by the reason that the shop gave, if it is one for people. */
export function withReason(words: string, error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? `${words} ${error.message}` : words;
}
