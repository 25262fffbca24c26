import { ArrowLeft, Lock } from 'lucide-react';
import type { Shop } from './shop.ts';
import { ShopName } from './shop-name.tsx';

export function CheckoutHeader({ shop: { site, theme } }: { shop: Shop }) {
  return (
    <header className="border-b border-line bg-paper">
      <div className="motif text-madder" aria-hidden="true" />
      <div className="shell grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-2 lg:py-4">
        <a
          href="/cart"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-medium text-press underline-offset-4 hover:underline"
        >
          <ArrowLeft className="size-4 shrink-0" />
          Back to Cart
        </a>
        <div className="min-w-0 text-center max-sm:*:text-lg">
          <ShopName name={site.clientName} logo={theme.logo} />
        </div>
        <p className="flex items-center gap-1.5 justify-self-end text-sm text-leaf">
          <Lock className="size-4 shrink-0" />
          <span className="max-sm:sr-only">Secure checkout</span>
        </p>
      </div>
    </header>
  );
}
