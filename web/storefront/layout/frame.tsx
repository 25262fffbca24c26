import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { Toaster } from '../../ui/toast.tsx';
import { useChange } from '../../ui/use-change.ts';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Progress } from './progress.tsx';
import type { Shop } from './shop.ts';

/** What stands around every storefront page. */
export function Frame({ shop, children }: { shop: Shop; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  // Another page is there: whoever listens or walks by keyboard begins at its top.
  useChange(useLocation().pathname, () => content.current?.focus({ preventScroll: true }));
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="skip-link sr-only z-50 rounded-md bg-press px-4 py-3 text-on-press focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Progress />
      <Header shop={shop} />
      <main ref={content} id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer shop={shop} />
      <CartDrawer />
      <Toaster />
    </div>
  );
}
