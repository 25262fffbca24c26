import type { Brand } from '../../../shared/contract/catalogue/catalogue.ts';
import { pictureAddress } from '../../ui/asset-url.ts';
import { absolute } from '../layout/head.ts';
import type { CardProduct } from '../products/cards/card-data.ts';

export function brandData(brand: Brand, products: Pick<CardProduct, 'slug' | 'name'>[], origin: string) {
  const { name, slug, description, image, town, state } = brand;
  return {
    '@type': 'CollectionPage',
    url: `${origin}/brands/${slug}`,
    name,
    about: {
      '@type': 'Organization',
      name,
      ...(description && { description }),
      ...(image && { image: absolute(pictureAddress(image, 1200, 'jpg'), origin) }),
      ...((town || state) && {
        address: {
          '@type': 'PostalAddress',
          ...(town && { addressLocality: town }),
          ...(state && { addressRegion: state }),
          addressCountry: 'IN',
        },
      }),
    },
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: `${origin}/products/${product.slug}`,
        name: product.name,
      })),
    },
  };
}
