import { redirect } from 'react-router';

/** /deals redirects to the deals in the listing. */
export function loader() {
  return redirect('/products?isTopDeal=true', 301);
}
