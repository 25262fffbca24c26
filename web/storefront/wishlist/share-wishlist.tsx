import { Link2, Share2 } from 'lucide-react';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useRead } from '../layout/use-read.ts';

/** The link that lets anyone read the wishlist of the account: creates, copies and withdraws it. */
export function ShareWishlist() {
  const { data: key, setData: setKey } = useRead<string | null>('wishlist', async (signal) => {
    return (await call('GET /wishlist', { signal })).shareKey;
  });
  if (key === undefined) return <div className="mt-3 min-h-11" />;

  const attempt = (work: () => Promise<void>) => () =>
    work().catch((error: Error) => toast(error.message, 'error'));
  const share = attempt(async () => setKey((await call('POST /wishlist/link')).shareKey));
  const withdraw = attempt(async () => {
    await call('DELETE /wishlist/link');
    setKey(null);
    toast('The link no longer works.', 'success');
  });
  if (key === null) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" icon={Share2} action={share}>
          Share this wishlist
        </Button>
        <p className="text-sm text-ink-soft">Anyone with the link sees the products, but not who you are.</p>
      </div>
    );
  }

  const url = `${window.location.origin}/wishlist/${key}`;
  const copy = attempt(async () => {
    await navigator.clipboard.writeText(url);
    toast('Link copied.', 'success');
  });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <input
        readOnly
        aria-label="Link to your wishlist"
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="input max-w-sm text-sm"
      />
      <Button icon={Link2} action={copy}>
        Copy link
      </Button>
      <Button variant="ghost" action={withdraw}>
        Stop sharing
      </Button>
    </div>
  );
}
