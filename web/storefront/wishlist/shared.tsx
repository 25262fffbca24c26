import { useParams } from 'react-router';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { privatePage } from '../layout/head.ts';
import { useRead } from '../layout/use-read.ts';
import { SavedProducts } from './saved-products.tsx';

export const meta = privatePage('/wishlist', 'A shared wishlist', 'Products that somebody has saved.');

/** /wishlist/{key}: the wishlist of somebody who has shared its link (decision 104). */
export default function SharedWishlistPage() {
  const { key = '' } = useParams();
  const { data, error, reload } = useRead(key, (signal) =>
    call('GET /wishlist/shared/:key', { params: { key }, signal }),
  );

  if (error) {
    const isEnded = error instanceof ApiError && error.status === 404;
    return (
      <div className="shell">
        <Empty
          level={1}
          title={isEnded ? 'This wishlist is no longer shared' : 'The wishlist could not be loaded'}
          text={isEnded ? 'Its owner has ended the link, or the address is incomplete.' : error.message}
          {...(isEnded
            ? { link: ['/products', 'View all products'] }
            : {
                action: (
                  <Button size="lg" onClick={reload}>
                    Try Again
                  </Button>
                ),
              })}
        />
      </div>
    );
  }
  return (
    <div className="shell py-8 md:py-12">
      <h1 className="mb-8 border-b border-line pb-4 text-2xl">A shared wishlist</h1>
      <p className="hidden py-6 noscript:block">This page needs JavaScript.</p>
      <SavedProducts
        ids={data?.ids}
        empty={
          <Empty
            title="This wishlist is empty"
            text="Its owner has removed the products."
            link={['/products', 'View all products']}
          />
        }
      />
    </div>
  );
}
