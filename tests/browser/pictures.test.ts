import type { Page } from '@playwright/test';
import { pictureWidths } from '../../shared/picture.ts';
import { expect, test } from '../support/browser-test.ts';

type Shown = { file: string; asked: number; has: number; needs: number };

/** Every stored picture of a page, scrolled through to its end: the pixels its file has and the pixels it is drawn on. */
async function picturesOf(page: Page, path: string): Promise<Shown[]> {
  await page.goto(path);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const shown: Shown[] = [];
    for (const image of document.querySelectorAll<HTMLImageElement>('img[srcset]')) {
      if (!image.checkVisibility() || !image.complete) continue;
      const file = new Image();
      file.src = image.currentSrc;
      await file.decode();
      const { naturalWidth, naturalHeight } = file;
      // What is cropped to cover its box is drawn wider than the box.
      const scale = Math.max(image.offsetWidth / naturalWidth, image.offsetHeight / naturalHeight);
      shown.push({
        file: new URL(image.currentSrc).pathname,
        asked: Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
        has: naturalWidth,
        needs: naturalWidth * scale * devicePixelRatio,
      });
    }
    return shown;
  });
}

/** Enough pixels, or all that the picture has; and at most two steps more than needed. */
function isRightSize({ asked, has, needs }: Shown) {
  const chosen = pictureWidths.map(Number).indexOf(asked);
  const enough = pictureWidths.findIndex((width) => width >= needs * 0.98);
  if (enough === -1) return chosen === pictureWidths.length - 1;
  // A browser shows a larger file that it has already in place of a thumbnail.
  const isThumbnail = needs < 200;
  return (has >= needs * 0.98 || has < asked) && (isThumbnail || chosen <= enough + 2);
}

for (const [width, density] of [
  [412, 2],
  [390, 3],
  [768, 2],
  [1440, 2],
] as const) {
  test.describe(`${width} px wide at ${density}x`, () => {
    test.use({ viewport: { width, height: 844 }, deviceScaleFactor: density });
    test('every picture is sharp where it is drawn, and not far larger', async ({ page }) => {
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
