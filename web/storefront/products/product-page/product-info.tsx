import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../../../shared/money.ts';
import { readNetQuantity, unitPrices } from '../../../../shared/products/net-quantity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Price } from '../../../ui/price.tsx';
import { useLater } from '../../../ui/use-later.ts';
import { SaleBadge } from '../cards/sale-badge.tsx';
import { ShareButton } from '../cards/share-button.tsx';
import { listingPath } from '../listing/filters.ts';
import { BuyForm } from './buy-form.tsx';
import { Rating } from './rating.tsx';
import { type VariantChoice, type ViewedProduct, variantPath } from './variant-choice.ts';
import { VariantPicker } from './variant-picker.tsx';

/** The name, price, options, buttons and description of a product, beside its pictures. */
export function ProductInfo({
  product,
  choice,
  children,
}: {
  product: ViewedProduct;
  choice: VariantChoice;
  children: ReactNode;
}) {
  const { variant } = choice;
  const prices = variant ?? product;
  return (
    <div className="min-w-0">
      <Chips product={product} prices={prices} />
      <h1 className={`mt-3 wrap-break-word ${product.name.length > 60 ? 'text-2xl' : 'text-3xl'}`}>
        {product.name}
      </h1>
      {product.brand && (
        <p className="mt-2 text-ink-soft">
          by{' '}
          <a href={`/brands/${product.brand.slug}`} className={linkClass}>
            {product.brand.name}
          </a>
        </p>
      )}
      <Rating rating={product.rating} numReviews={product.numReviews} isDemo={product.hasDemoReviews} />
      <div className="mt-6">
        <Price
          size="lg"
          amount={prices.finalPrice}
          original={prices.cataloguePrice ?? prices.price}
          varies={!variant && product.priceVaries}
        />
        {!product.isGiftCard && (
          <p className="mt-1 text-sm text-ink-soft">
            {prices.cataloguePrice && <span className="own-price">Your price · </span>}
            Inclusive of all taxes
            <UnitPrice variant={variant ?? onlyOf(product)} />
          </p>
        )}
      </div>
      {/* No margins between its parts: a dialog that is added later would give one to the buttons. */}
      <div className="mt-6 flex flex-col gap-6 border-t border-line pt-6">
        {product.options.length > 0 && <VariantPicker product={product} choice={choice} />}
        {product.isGiftCard ? (
          <LaterGiftCardForm product={product} choice={choice} />
        ) : (
          <BuyForm product={product} choice={choice} />
        )}
      </div>
      <section aria-label="Description" className="mt-5">
        {children}
        <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <dt className="text-ink-soft">SKU</dt>
          <dd className="figures">{variant?.sku ?? product.sku}</dd>
          {product.productType && (
            <>
              <dt className="text-ink-soft">Type</dt>
              <dd>{product.productType.name}</dd>
            </>
          )}
        </dl>
        <div className="mt-5 flex flex-wrap items-center justify-between gap-2">
          {product.category && (
            <a
              href={listingPath({ category: product.category.slug })}
              className={`${linkClass} inline-flex min-h-11 min-w-0 items-center wrap-anywhere`}
            >
              View all in {product.category.name}
            </a>
          )}
          <ShareButton
            showLabel
            name={product.name}
            price={prices.cataloguePrice ?? prices.finalPrice}
            path={variantPath(product, variant)}
          />
        </div>
      </section>
    </div>
  );
}

/** As high as the form, so that nothing moves when its code arrives. */
function LaterGiftCardForm(props: { product: ViewedProduct; choice: VariantChoice }) {
  const { Component, open } = useLater(() =>
    import('./gift-card-form.tsx').then((file) => file.GiftCardForm),
  );
  const load = useEffectEvent(open);
  useEffect(() => load(), []);
  return (
    <div className="flex min-h-150 flex-col gap-6 sm:min-h-130">{Component && <Component {...props} />}</div>
  );
}

const onlyOf = ({ variants }: ViewedProduct) => (variants.length === 1 ? variants[0] : undefined);

/** The net quantity and the unit sale price of a variant, if it declares a net quantity. */
function UnitPrice({ variant }: { variant: Variant | undefined }) {
  const quantity = readNetQuantity(variant?.netQuantity ?? '');
  if (!variant || !quantity) return null;
  const prices = unitPrices(variant.finalPrice, quantity).map(
    ({ rupees: price, amount, unit }) => `${rupees(price)}/${amount > 1 ? `${amount} ` : ''}${unit}`,
  );
  return <span className="figures block">{[variant.netQuantity, ...prices].join(' · ')}</span>;
}

const linkClass = 'text-press underline underline-offset-4 hover:text-press-deep';

function Chips({
  product: { category, subcategory, status, isTrending },
  prices: { price, finalPrice, cataloguePrice },
}: {
  product: ViewedProduct;
  prices: Pick<ViewedProduct, 'price' | 'finalPrice' | 'cataloguePrice'>;
}) {
  const chipClass =
    'inline-flex min-h-7 max-w-full items-center rounded-button px-3 text-xs font-medium wrap-anywhere ring-1 ring-line-strong ring-inset hover:ring-ink';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {category && (
        <a href={listingPath({ category: category.slug })} className={chipClass}>
          {category.name}
        </a>
      )}
      {category && subcategory && (
        <a
          href={listingPath({ category: category.slug, subcategory: subcategory.slug })}
          className={chipClass}
        >
          {subcategory.name}
        </a>
      )}
      {status === 'featured' && <Badge tone="accent">Featured</Badge>}
      {isTrending && <Badge tone="accent">Trending</Badge>}
      {/* A badge that the page did not have would move what is below. */}
      {(cataloguePrice ?? finalPrice) < price && (
        <SaleBadge price={cataloguePrice ?? price} finalPrice={finalPrice} />
      )}
    </div>
  );
}
