import { findChromium } from '../../scripts/chromium.ts';

const executablePath = findChromium();
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Without pictures: pages wait for them, and the shop of the journeys would first have to make all their sizes. Layouts
 * are the same.
 */
export const withoutPictures = { executablePath, args: [...args, '--blink-settings=imagesEnabled=false'] };

/** For the files of journeys that look at pictures: `test.use(withPictures)`. */
export const withPictures = { launchOptions: { executablePath, args } };
