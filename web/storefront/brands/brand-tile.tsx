import type { ComponentProps } from 'react';
import { Picture } from '../../ui/picture.tsx';
import type { BrandForSale } from './find-brands.ts';

/** A maker in a row or grid: picture, name, place and the first sentence of their story. */
export function BrandTile({
  brand: { slug, name, image, town, state, description },
  ...picture
}: { brand: BrandForSale } & Pick<ComponentProps<typeof Picture>, 'sizes' | 'widths'>) {
  const [sentence = ''] = description.split(/(?<=[.!?])\s/);
  return (
    <a href={`/brands/${slug}`} className="tile">
      <span className="tile-frame">
        <Picture {...picture} path={image} alt="" className="aspect-[5/4]" />
      </span>
      <span className="tile-name">{name}</span>
      <small>{[town, state].filter(Boolean).join(', ')}</small>
      <span className="tile-text">{sentence}</span>
    </a>
  );
}
