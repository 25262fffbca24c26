import { isRouteErrorResponse } from 'react-router';
import { busy, type Failure, offline } from './temporary-failure.ts';

const busyStatuses = [429, 502, 503, 504];

/** Explains why a page could not be shown, from the error of its loader, its code or its rendering. */
export function describeError(error: unknown): Failure {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        kind: 'missing',
        title: 'We could not find that page',
        text: 'It may have moved, or the address may be misspelt. Search the shop, or start from one of these.',
      };
    }
    if (busyStatuses.includes(error.status)) return busy;
  }
  return isConnectionFailure(error) ? offline : broken;
}

const broken: Failure = {
  kind: 'broken',
  title: 'Something went wrong',
  text: 'The page could not be shown. Please try again in a moment.',
};

/**
 * Whether a request failed or a reply was incomplete. Each browser has its own message: this matches Chromium,
 * Firefox and Safari, and the router's message for an incomplete reply.
 */
function isConnectionFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /failed to fetch|networkerror|load failed|dynamically imported module|importing a module|turbo-stream/i.test(
      error.message,
    )
  );
}
