// Creates the subset fonts of the shop: `node scripts/fonts.mjs`. The results are in the repository, so run it only when
// a font or its character range changes. The rupee sign is in another source file than the Latin letters, which is why
// there are small extra fonts.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { createPairs } from './font-pairs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const anek = (subset) => `@fontsource-variable/anek-latin/files/anek-latin-${subset}-wght-normal.woff2`;
const fraunces = (subset) => `@fontsource-variable/fraunces/files/fraunces-${subset}-opsz-normal.woff2`;
const noto = (script, weight) =>
  `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff2`;
const mukta = (subset, weight) => `@fontsource/mukta/files/mukta-${subset}-${weight}-normal.woff2`;

// Most pages need only the first; browsers load the others when a page uses them (web/ui/styles/fonts.css).
const english = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…`;
const western = `${range(0xa0, 0xff)}‚„†‡‰‹›⁄€™−÷ŒœŸıˆ˜\u2009\u202f`;
const latin = english + western;
const latinExtended = `₹${range(0x100, 0x17f)}ȘșȚț${range(0x1e00, 0x1e9f)}`;
const devanagari = `${range(0x900, 0x97f)} \u200c\u200d◌₹`;
// Every script of the eighth schedule of the Constitution; Devanagari is Mukta's. Also the spaces and joiners.
const scripts = [
  ['bengali', range(0x980, 0x9ff)],
  ['gurmukhi', range(0xa00, 0xa7f)],
  ['gujarati', range(0xa80, 0xaff)],
  ['oriya', range(0xb00, 0xb7f)],
  ['tamil', range(0xb80, 0xbff)],
  ['telugu', range(0xc00, 0xc7f)],
  ['kannada', range(0xc80, 0xcff)],
  ['malayalam', range(0xd00, 0xd7f)],
  ['ol-chiki', range(0x1c50, 0x1c7f)],
  ['meetei-mayek', range(0xaae0, 0xaaf6) + range(0xabc0, 0xabf9)],
  ['arabic', range(0x600, 0x6ff) + range(0x750, 0x77f)],
];
const joiners = ' \u200c\u200d◌\u0964\u0965';
const textWeights = { wght: { min: 400, max: 700 } };
const headings = { opsz: 48, wght: { min: 400, max: 700 } };

const web = { targetFormat: 'woff2', noHinting: true };
await createSubset('web/fonts/anek-latin.woff2', anek('latin'), english, {
  ...web,
  variationAxes: textWeights,
});
await createSubset('web/fonts/anek-western.woff2', anek('latin'), western, {
  ...web,
  variationAxes: textWeights,
});
await createSubset('web/fonts/anek-latin-rupee.woff2', anek('latin-ext'), '₹', {
  ...web,
  variationAxes: textWeights,
});
await createSubset('web/fonts/fraunces.woff2', fraunces('latin'), english, {
  ...web,
  variationAxes: headings,
});
await createSubset('web/fonts/fraunces-western.woff2', fraunces('latin'), western, {
  ...web,
  variationAxes: headings,
});
await createSubset('web/fonts/fraunces-rupee.woff2', fraunces('latin-ext'), '₹', {
  ...web,
  variationAxes: headings,
});
for (const weight of [400, 600]) {
  await createSubset(
    `web/fonts/scripts/devanagari-${weight}.woff2`,
    mukta('devanagari', weight),
    devanagari,
    web,
  );
  for (const [script, characters] of scripts)
    await createSubset(
      `web/fonts/scripts/${script}-${weight}.woff2`,
      noto(script, weight),
      characters + joiners,
      web,
    );
}
await licence('web/fonts/scripts', 'mukta', '@fontsource/mukta');
await licence('web/fonts/scripts', 'noto', '@fontsource/noto-sans-tamil');
await createPairs();

const pdf = { targetFormat: 'truetype', noHinting: true };
for (const wght of [400, 600]) {
  const axes = { ...pdf, variationAxes: { wght } };
  await createSubset(`server/fonts/anek-latin-${wght}.ttf`, anek('latin'), latin, axes);
  await createSubset(`server/fonts/anek-latin-ext-${wght}.ttf`, anek('latin-ext'), latinExtended, axes);
  await createSubset(`server/fonts/mukta-${wght}.ttf`, mukta('devanagari', wght), devanagari, pdf);
  for (const [script, characters] of scripts)
    await createSubset(
      `server/fonts/noto-${script}-${wght}.ttf`,
      noto(script, wght),
      characters + joiners,
      pdf,
    );
}
const title = { ...pdf, variationAxes: { opsz: 48, wght: 600 } };
await createSubset('server/fonts/fraunces-600.ttf', fraunces('latin'), latin, title);
await createSubset('server/fonts/fraunces-ext-600.ttf', fraunces('latin-ext'), latinExtended, title);

for (const folder of ['web/fonts', 'server/fonts']) {
  await licence(folder, 'anek-latin', '@fontsource-variable/anek-latin');
  await licence(folder, 'fraunces', '@fontsource-variable/fraunces');
}
await licence('server/fonts', 'mukta', '@fontsource/mukta');
await licence('server/fonts', 'noto', '@fontsource/noto-sans-tamil');

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

async function createSubset(to, from, characters, options) {
  const source = await readFile(`${root}/node_modules/${from}`);
  const font = await subsetFont(source, characters, options);
  await mkdir(`${root}/${to.slice(0, to.lastIndexOf('/'))}`, { recursive: true });
  await writeFile(`${root}/${to}`, font);
  console.log(`${to}  ${(font.length / 1024).toFixed(1)} KB`);
}

async function licence(folder, name, from) {
  await copyFile(`${root}/node_modules/${from}/LICENSE`, `${root}/${folder}/${name}-licence.txt`);
}
