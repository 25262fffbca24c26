import { redirect } from 'react-router';

/** The short address of the deals. */
export function loader() {
  return redirect('/products?isTopDeal=true', 301);
}
