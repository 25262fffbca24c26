import { useEffect, useState } from 'react';
import { TextLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormError } from '../../ui/notice.tsx';
import { useSession } from '../account/session.ts';
import { privatePage } from '../layout/head.ts';
import { SavedProducts } from './saved-products.tsx';
import { ShareWishlist } from './share-wishlist.tsx';
import { readAccount, useWishlist } from './wishlist.ts';

export const meta = privatePage('/wishlist', 'Your wishlist', 'The products that you have saved.');

/** /wishlist: what this browser, or the account of the shopper, has saved (decision 104). */
export default function WishlistPage() {
  const { kind } = useSession();
  const { ids, ready } = useWishlist();
  const [isRead, setIsRead] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (kind === 'unknown' || kind === 'loading') return;
    readAccount()
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setIsRead(true));
  }, [kind]);
  const isEmpty = ids.length === 0;
  return (
    <div className="shell py-8 md:py-12">
      <div className="mb-8 border-b border-line pb-4">
        <h1 className="text-2xl">Your wishlist</h1>
        {kind === 'guest' && isRead && !isEmpty && (
          <p className="mt-1 text-ink-soft">
            It is saved in this browser.{' '}
            <TextLink href="/user-login?from=%2Fwishlist">Log in to have it on all your devices</TextLink>
          </p>
        )}
        {kind === 'user' && isRead && !isEmpty && <ShareWishlist />}
      </div>
      {problem && (
        <div className="mb-6 max-w-md">
          <FormError>{problem}</FormError>
        </div>
      )}
      <p className="hidden py-6 noscript:block">
        This page needs JavaScript, because your wishlist is stored in the browser.
      </p>
      {/* Not earlier, so that what appears above does not move it. */}
      {isRead && (
        <SavedProducts
          ids={ready ? ids : undefined}
          empty={
            <Empty
              title="Your wishlist is empty"
              text="Press the heart of a product to save it here."
              link={['/products', 'Find products']}
            />
          }
        />
      )}
    </div>
  );
}
