/** Shown until the page is hydrated and can read the cart. */
export function CartSkeleton({ title }: { title: string }) {
  return (
    <div>
      <h1 className="border-b border-line pb-4 text-2xl">{title}</h1>
      <p className="hidden py-6 noscript:block">
        This page needs JavaScript, because your cart is stored in the browser.
      </p>
      <div aria-hidden="true" className="noscript:hidden">
        {['first', 'second'].map((row) => (
          <div key={row} className="flex gap-4 border-b border-line py-5 md:gap-6">
            <div className="skeleton size-24 md:size-32" />
            <div className="flex-1 space-y-3 py-1">
              <div className="skeleton h-5 w-2/3" />
              <div className="skeleton h-4 w-24" />
              <div className="skeleton h-10 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
