// Creates the fonts and style sheets of the pairs that a theme can choose beside Haat's own, for
// scripts/fonts.mjs; then format the style sheets.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('..', import.meta.url));
const english = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…`;
const western = `${range(0xa0, 0xff)}‚„†‡‰‹›⁄€™−÷ŒœŸıˆ˜\u2009\u202f`;
const westernRange =
  'U+A1-A8,U+AA-B6,U+B8-D6,U+D8-FF,U+131,U+152-153,U+178,U+2C6,U+2DC,U+2009,U+201A,U+201E,U+2020-2021,U+202F,U+2030,U+2039-203A,U+2044,U+20AC,U+2122,U+2212';

/** `scale`: makes a font with small letters as large as the others. */
const families = {
  'playfair-display': { name: 'Playfair Display', isSerif: true, scale: 0.96 },
  'cormorant-garamond': { name: 'Cormorant Garamond', isSerif: true, scale: 1.16 },
  eczar: { name: 'Eczar', isSerif: true },
  gloock: { name: 'Gloock', isSerif: true, weights: { 400: '400 700' } },
  'rozha-one': { name: 'Rozha One', isSerif: true, weights: { 400: '400 700' }, scale: 1.06 },
  'baloo-2': { name: 'Baloo 2' },
  'work-sans': { name: 'Work Sans', scale: 0.96 },
  'dm-sans': { name: 'DM Sans' },
  mukta: { name: 'Mukta', weights: { 400: '400', 600: '600 700' }, scale: 1.03 },
  hind: { name: 'Hind', weights: { 400: '400', 600: '600 700' }, scale: 0.98 },
  poppins: { name: 'Poppins', weights: { 400: '400', 600: '600 700' }, scale: 0.93 },
};

/** The names of shared/theme/theme.ts: the fonts of headings and of text. */
const pairs = {
  playfair: ['playfair-display', 'mukta'],
  cormorant: ['cormorant-garamond', 'work-sans'],
  gloock: ['gloock', 'dm-sans'],
  rozha: ['rozha-one', 'hind'],
  poppins: ['poppins', 'poppins'],
  baloo: ['baloo-2', 'mukta'],
  eczar: ['eczar', 'work-sans'],
};

// How wide the sample is in the fonts of devices, in units of their size: measured in Arial and Times New Roman, the
// others in proportion.
const sample =
  'Handwoven cotton stoles, brass lamps and blue pottery from the makers of India; free delivery above 499';
const deviceFonts = {
  sans: [
    ['', ['Arial', 'Helvetica', 'Liberation Sans'], 1],
    [' Roboto', ['Roboto'], 0.989],
    [' DejaVu', ['DejaVu Sans'], 1.137],
  ],
  serif: [
    ['', ['Times New Roman', 'Times', 'Liberation Serif'], 1],
    [' Noto', ['Noto Serif'], 1.175],
    [' DejaVu', ['DejaVu Serif'], 1.267],
  ],
};

/** Writes `web/fonts/<family>/` and `web/fonts/pairs/<name>.css`. */
export async function createPairs() {
  const device = {
    sans: await deviceWidth('anek-latin', 'wght', { wght: 400 }, 0.93),
    serif: await deviceWidth('fraunces', 'opsz', { opsz: 48, wght: 560 }, 1.14),
  };
  const css = {};
  for (const [id, family] of Object.entries(families)) css[id] = await createFamily(id, family, device);
  for (const [name, ids] of Object.entries(pairs)) {
    const [heading, text] = ids.map((id) => fontStack(families[id]));
    const rules = [...new Set(ids)].flatMap((id) => css[id]);
    await write(
      `web/fonts/pairs/${name}.css`,
      `/* Created by scripts/fonts.mjs. */\n${rules.join('\n')}\nhtml:root {\n  --heading-font: ${heading};\n  --text-font: ${text};\n}\n`,
    );
  }
}

/** Creates the files of a family. Returns its `@font-face` rules, those of its fallbacks included. */
async function createFamily(id, { name, isSerif, weights, scale = 1 }, device) {
  const folder = `@fontsource${weights ? '' : '-variable'}/${id}`;
  const rules = [];
  let measured;
  for (const [weight, used] of Object.entries(weights ?? { wght: '400 700' })) {
    const source = (subset) =>
      readFile(`${root}/node_modules/${folder}/files/${id}-${subset}-${weight}-normal.woff2`);
    const latin = await source('latin');
    const options = {
      targetFormat: 'woff2',
      noHinting: true,
      ...(!weights && { variationAxes: { wght: { min: 400, max: 700 } } }),
    };
    const suffix = weights && Object.keys(weights).length > 1 ? `-${weight}` : '';
    const parts = [
      ['latin', latin, english, ''],
      ['western', latin, western, westernRange],
      ['rupee', await source('latin-ext'), '₹', 'U+20B9'],
    ];
    for (const [part, from, characters, unicodeRange] of parts) {
      const file = `${id}/${part}${suffix}.woff2`;
      await write(`web/fonts/${file}`, await subsetFont(from, characters, options));
      rules.push(
        fontFace({
          'font-family': `"${name}"`,
          src: `url("../${file}") format("woff2")`,
          'font-weight': used,
          'font-display': 'swap',
          ...(unicodeRange && { 'unicode-range': unicodeRange }),
          ...(scale !== 1 && { 'size-adjust': percent(scale) }),
        }),
      );
    }
    measured ??= await measure(latin, weights ? undefined : { wght: isSerif ? 560 : 400 });
  }
  await copyFile(`${root}/node_modules/${folder}/LICENSE`, `${root}/web/fonts/${id}/licence.txt`);
  const kind = isSerif ? 'serif' : 'sans';
  for (const [suffix, local, factor] of deviceFonts[kind]) {
    const adjust = (measured.width * scale) / (device[kind] * factor);
    const ofEm = (value) => percent((value * scale) / adjust);
    rules.push(
      fontFace({
        'font-family': `"${name} Fallback${suffix}"`,
        src: local.map((font) => `local("${font}")`).join(', '),
        'size-adjust': percent(adjust),
        'ascent-override': ofEm(measured.ascent),
        'descent-override': ofEm(measured.descent),
        'line-gap-override': ofEm(measured.lineGap),
      }),
    );
  }
  return rules;
}

/** The width of the sample, and the metrics, in units of the size of the font. */
async function measure(source, variationAxes) {
  const font = create(await subsetFont(source, english, { targetFormat: 'truetype', variationAxes }));
  const { unitsPerEm, ascent, descent, lineGap } = font;
  return {
    width: font.layout(sample).advanceWidth / unitsPerEm,
    ascent: ascent / unitsPerEm,
    descent: -descent / unitsPerEm,
    lineGap: lineGap / unitsPerEm,
  };
}

/** The width of the sample in a font of devices, which the fallback of this font makes as wide by `adjust`. */
async function deviceWidth(id, file, axes, adjust) {
  const path = `${root}/node_modules/@fontsource-variable/${id}/files/${id}-latin-${file}-normal.woff2`;
  return (await measure(await readFile(path), axes)).width / adjust;
}

function fontStack({ name, isSerif }) {
  const kind = isSerif ? 'serif' : 'sans';
  const fallbacks = deviceFonts[kind].map(([suffix]) => `"${name} Fallback${suffix}"`);
  return [`"${name}"`, '"Indian scripts"', ...fallbacks, isSerif ? 'serif' : 'sans-serif'].join(', ');
}

const fontFace = (descriptors) =>
  `@font-face {\n${Object.entries(descriptors)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}`;

const percent = (value) => `${Number((value * 100).toFixed(1))}%`;

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

async function write(to, content) {
  await mkdir(`${root}/${to.slice(0, to.lastIndexOf('/'))}`, { recursive: true });
  await writeFile(`${root}/${to}`, content);
  console.log(`${to}  ${(content.length / 1024).toFixed(1)} KB`);
}
