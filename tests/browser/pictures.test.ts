import type { Page } from '@playwright/test';
import { pictureWidths } from '../../shared/products/picture.ts';
import { withPictures } from '../support/browser-launch.ts';
import { trackRequests } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

/** A picture file, the width in its address, its width, and the width in device pixels at which it is drawn. */
type Shown = { file: string; requested: number; actual: number; drawn: number };

/** The stored pictures of a page that has been scrolled to its end. */
async function picturesOf(page: Page, path: string): Promise<Shown[]> {
  const untilRequestsEnd = trackRequests(page);
  await page.goto(path);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
  await untilRequestsEnd();
  return page.evaluate(async () => {
    const shown: Shown[] = [];
    for (const image of document.querySelectorAll<HTMLImageElement>('picture img')) {
      if (!image.checkVisibility() || !image.complete) continue;
      const file = new Image();
      file.src = image.currentSrc;
      await file.decode();
      const { naturalWidth, naturalHeight } = file;
      // A picture that is cropped to cover its box is drawn wider than the box.
      const scale = Math.max(image.offsetWidth / naturalWidth, image.offsetHeight / naturalHeight);
      shown.push({
        file: new URL(image.currentSrc).pathname,
        requested: Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
        actual: naturalWidth,
        drawn: naturalWidth * scale * devicePixelRatio,
      });
    }
    return shown;
  });
}

/** Enough pixels, or the largest file; and at most two sizes larger than needed. */
function isRightSize({ requested, actual, drawn }: Shown) {
  const chosen = pictureWidths.map(Number).indexOf(requested);
  const enough = pictureWidths.findIndex((width) => width >= drawn * 0.98);
  if (enough === -1) return chosen === pictureWidths.length - 1;
  // For a thumbnail, a browser shows a larger file that it has already loaded.
  const isThumbnail = drawn < 200;
  return (actual >= drawn * 0.98 || actual < requested) && (isThumbnail || chosen <= enough + 2);
}

for (const [width, density] of [
  [412, 2],
  [1440, 2],
] as const) {
  test.describe(`${width} px wide at ${density}x`, () => {
    test.use({ viewport: { width, height: 844 }, deviceScaleFactor: density });
    test('every picture has enough pixels and is not much larger than needed', { tag: '@long' }, async ({
      page,
    }) => {
      for (const path of ['/', '/products', '/products/lotus-akhand-diya', '/about']) {
        const pictures = await picturesOf(page, path);
        expect(pictures.length, path).toBeGreaterThan(0);
        expect(
          pictures.filter((picture) => !isRightSize(picture)),
          path,
        ).toEqual([]);
      }
    });
  });
}
