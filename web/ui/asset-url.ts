import { type PictureFormat, type PictureWidth, pictureUrl } from '../../shared/products/picture.ts';

/**
 * Where browsers get assets and pictures, if not from the shop itself (`ASSETS_URL`, decision 118). In a browser, this
 * script came from there.
 */
let origin = import.meta.env.SSR ? '' : originOfScripts();

function originOfScripts(): string {
  const { origin } = new URL(import.meta.url);
  return origin === location.origin ? '' : origin;
}

/** Sets the origin on the server, without a trailing slash; empty for the shop itself. */
export function setAssetsUrl(url: string): void {
  origin = url;
}

/** The address of an asset or a picture with this path, such as `/assets/office.css`, for browsers. */
export const assetUrl = (path: string): string => origin + path;

/** The address of a stored picture at one width, for browsers. */
export const pictureAddress = (path: string, width: PictureWidth, format: PictureFormat): string =>
  assetUrl(pictureUrl(path, width, format));

/** A `srcset` for `<source>` and `<img>`. */
export function pictureSrcSet(path: string, format: PictureFormat, widths: readonly PictureWidth[]): string {
  return widths.map((width) => `${pictureAddress(path, width, format)} ${width}w`).join(', ');
}

/** React Router's list of modules and styles with the addresses for browsers. */
export function withAssetUrls<T>(manifest: T): T {
  if (!origin) return manifest;
  return JSON.parse(
    JSON.stringify(manifest, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith('/assets/') ? assetUrl(value) : value,
    ),
  );
}
