import { data } from 'react-router';

/** Every address that no other route knows. */
export function loader() {
  throw data({ message: 'Page not found' }, { status: 404 });
}

export default function NotFound() {
  return null;
}
