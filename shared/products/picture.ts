/** The widths in which every stored picture is available. */
export const pictureWidths = [160, 320, 400, 480, 640, 960, 1200, 1600] as const;
/** The formats that pages use, best first. */
export const pageFormats = ['avif', 'webp'] as const;
/** The formats in which every stored picture is available; JPEG is for link previews. */
export const pictureFormats = [...pageFormats, 'jpg'] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = (typeof pictureFormats)[number];

/** Address of a stored picture (`uploads/product/x.webp`) at one width: `/uploads/product/x-640.avif`. */
export function pictureUrl(path: string, width: PictureWidth, format: PictureFormat): string {
  return `/${path.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`;
}
