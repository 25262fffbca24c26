import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { pictureAddress, pictureSrcSet } from '../../../ui/asset-url.ts';

const widths = [160, 320, 400] as const;

/** Fills the section 'Recently viewed' with the products of these ids that are in stock. Hides it if there are none. */
export async function fillViewed(section: HTMLElement, ids: string[]): Promise<void> {
  const list = section.querySelector('ul');
  const template = section.querySelector('template');
  if (!list || !template) return;
  try {
    const { products } = await call('POST /products/bulk', { body: { ids } });
    list.append(
      ...products
        .filter(({ countInStock }) => countInStock > 0)
        .map((product) => itemOf(document.importNode(template.content, true), product)),
    );
  } catch (error) {
    // The page is complete without the list.
    console.warn('The recently viewed products could not be loaded.', error);
  }
  section.hidden = !list.hasChildNodes();
}

function itemOf(item: DocumentFragment, product: Product): DocumentFragment {
  const link = item.querySelector('a');
  const image = item.querySelector('img');
  const price = item.querySelector('.price > span');
  if (!link || !image || !price) return item;
  link.href = `/products/${product.slug}`;
  link.textContent = product.name;
  const card = item.querySelector('article');
  if (card) card.dataset.priced = product._id;
  price.textContent = `${product.priceVaries ? 'From ' : ''}${rupees(product.finalPrice)}`;
  if (product.image) {
    image.srcset = pictureSrcSet(product.image, 'webp', widths);
    image.src = pictureAddress(product.image, 320, 'webp');
  } else image.remove();
  return item;
}
