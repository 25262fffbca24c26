import type { ReactNode } from 'react';
import { Gallery } from '../gallery/gallery.tsx';
import { ProductInfo } from './product-info.tsx';
import { galleryOf, useOwnProduct, useVariantChoice, type ViewedProduct } from './variant-choice.ts';

/** The pictures of a product, its options, prices and buttons; the `children` are its description. */
export function ProductView({ product: shown, children }: { product: ViewedProduct; children?: ReactNode }) {
  const product = useOwnProduct(shown);
  const choice = useVariantChoice(product);
  return (
    <article className="mt-4 grid gap-y-8 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:mt-6 lg:gap-x-12 xl:gap-x-20">
      <Gallery
        name={product.name}
        paths={galleryOf(product)}
        alts={product.imageAlts}
        activePath={choice.picture}
        video={product.video ?? null}
        turnImages={product.turnImages ?? []}
      />
      <ProductInfo product={product} choice={choice}>
        {children}
      </ProductInfo>
    </article>
  );
}
