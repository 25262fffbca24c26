import { pictureAddress, pictureSrcSet } from '../../../ui/asset-url.ts';

const widths = [320, 480, 640] as const;

/** Adds the second picture of a product to its card, above the first one, when a mouse is above the card. */
export function showSecondPicture(card: HTMLElement): void {
  const { second } = card.dataset;
  const frame = card.querySelector('.card-frame');
  if (!second || !frame) return;
  delete card.dataset.second;
  const path = `uploads/product/${second}.webp`;
  const image = new Image();
  image.className = 'card-second';
  image.alt = '';
  // It is invisible until then; without it, the card is complete.
  image.onload = () => image.setAttribute('data-loaded', '');
  image.sizes = frame.querySelector('source')?.sizes ?? '';
  image.srcset = pictureSrcSet(path, 'webp', widths);
  image.src = pictureAddress(path, 640, 'webp');
  frame.querySelector('picture')?.after(image);
}
