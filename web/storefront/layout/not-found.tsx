import { data } from 'react-router';
import type { Route } from './+types/not-found';

export const handle = { hasIslands: true };

/** The route of all unknown addresses, and of the page that the server shows when too many pages are requested. */
export function loader({ params }: Route.LoaderArgs) {
  if (params['*'] === 'busy') throw data({ message: 'The shop is busy' }, { status: 503 });
  throw data({ message: 'Page not found' }, { status: 404 });
}

export default function NotFound() {
  return null;
}
