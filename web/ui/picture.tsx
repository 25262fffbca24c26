import { useEffect, useRef, useState } from 'react';
import { type PictureWidth, pictureWidths } from '../../shared/products/picture.ts';
import { pictureAddress, pictureSrcSet } from './asset-url.ts';

/** The widths that a picture of at most 384 CSS pixels needs, such as that of a card. */
export const cardWidths = [320, 400, 480, 640, 960] as const;

/**
 * A stored picture in a responsive size and format. It fills the width of its box and is square unless `className` sets
 * another aspect ratio. A motif is shown if there is no picture or it fails to load. `sizes` is the width at which the
 * picture is drawn; a picture that is cropped to cover its box is drawn wider than the box. `eager` is for pictures that
 * are visible when the page opens. `widths` are the sizes that the picture may need; all by default.
 */
export function Picture({
  path,
  alt,
  sizes,
  eager = false,
  widths = pictureWidths,
  className = '',
}: {
  path: string | null | undefined;
  alt: string;
  sizes: string;
  eager?: boolean;
  widths?: readonly PictureWidth[];
  className?: string;
}) {
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // The picture may have failed before hydration, when there was no event listener.
  useEffect(() => {
    const element = image.current;
    if (path && element?.complete && element.naturalWidth === 0) setFailedPath(path);
  }, [path]);

  if (!path || failedPath === path) return <NoPicture alt={alt} className={className} />;
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSrcSet(path, 'avif', widths)} sizes={sizes} />
      {/* For the few browsers without AVIF. */}
      <img
        ref={image}
        src={pictureAddress(path, fallbackWidth(widths), 'webp')}
        alt={alt}
        loading={eager ? undefined : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        onError={() => setFailedPath(path)}
        className={className || undefined}
      />
    </picture>
  );
}

/** The width for browsers that do not choose: 640, or the next smaller one. */
function fallbackWidth(widths: readonly PictureWidth[]): PictureWidth {
  return widths.findLast((width) => width <= 640) ?? 640;
}

function NoPicture({ alt, className }: { alt: string; className: string }) {
  const named = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  return (
    <span {...named} className={`grid aspect-square w-full place-items-center bg-paper-deep ${className}`}>
      <span className="buti size-2/5 max-w-24 text-line-strong" />
    </span>
  );
}
