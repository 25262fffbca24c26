/**
 * 'Recently viewed': the place for the products whose pages this browser has shown before. `islands/page.ts` shows it
 * if there are any, and `viewed-list.ts` fills it with copies of the template.
 */
export function RecentlyViewed({ productId }: { productId: string }) {
  return (
    <section aria-labelledby="viewed" data-viewed={productId} hidden className="section-space print:hidden">
      <h2 id="viewed" className="mb-6 text-2xl">
        Recently viewed
      </h2>
      {/* As high as a card, so that nothing moves when it is filled. */}
      <ul className="viewed-list" />
      <template>
        <li>
          <article className="card">
            <div className="card-frame">
              <img alt="" sizes="(min-width: 40rem) 12rem, 9rem" className="picture" />
            </div>
            <div className="card-body">
              <h3>
                {/* biome-ignore lint/a11y/useAnchorContent: copies of the template have the name of a product */}
                <a href="/products" />
              </h3>
              <div className="card-foot">
                <span className="price">
                  <span />
                </span>
              </div>
            </div>
          </article>
        </li>
      </template>
    </section>
  );
}
