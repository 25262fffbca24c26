import type { LogoPicture, StorefrontTheme } from '../../../shared/contract/design.ts';
import { pictureWidths } from '../../../shared/products/picture.ts';
import { pictureAddress } from '../../ui/asset-url.ts';

/**
 * The logo or the name of the shop, as a link to its home page. The name is on one line, smaller if it is long, with an
 * ellipsis if it is longer.
 */
export function ShopName({ name, logo }: { name: string; logo: StorefrontTheme['logo'] }) {
  if (logo) {
    return (
      <a href="/" className="shop-logo">
        <picture>
          {logo.dark.path !== logo.light.path && (
            <source
              media="(prefers-color-scheme: dark)"
              srcSet={logoAddress(logo.dark)}
              width={logo.dark.width}
              height={logo.dark.height}
            />
          )}
          <img src={logoAddress(logo.light)} width={logo.light.width} height={logo.light.height} alt={name} />
        </picture>
      </a>
    );
  }
  const size = name.length > 18 ? 'text-2xl' : 'text-[1.9rem] lg:text-[2.3rem]';
  return (
    <a
      href="/"
      title={name}
      className={`block truncate font-serif leading-snug font-semibold tracking-tight text-press ${size}`}
    >
      {name}
    </a>
  );
}

/** In the size that sharp screens need for a height of 44 CSS pixels. */
function logoAddress({ path, width, height }: LogoPicture): string {
  const needed = Math.min(640, (width / height) * 88);
  return pictureAddress(path, pictureWidths.find((candidate) => candidate >= needed) ?? 640, 'webp');
}
