import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { gstProblems } from '../shared/products/gst-rates.ts';
import { isInSeason } from '../shared/products/season.ts';
import { longIt } from '../tests/support/long-run.ts';
import { brands } from './catalogue/brands.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { categories } from './catalogue/categories.ts';
import { occasion, productsByOccasion } from './catalogue/occasions.ts';
import { productTypes } from './catalogue/product-types.ts';
import { siteInfo } from './catalogue/site-info.ts';

const masters = join(import.meta.dirname, 'pictures/masters');
const picture = (name: string) => join(masters, `${name}.webp`);

/** Below this difference two pictures look like the same one: copies come to 0.2, the two urlis to 0.34. */
const alike = 0.3;
const side = 32;

/** A picture at 32 × 32 in CIELAB less its own mean, so that neither light nor the colour of the paper counts. */
async function thumbnail(image: string | Buffer): Promise<Float32Array> {
  const { data } = await sharp(image)
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('lab')
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const small = new Float32Array(data.buffer, data.byteOffset, side * side * 3).slice();
  const mean = [0, 1, 2].map(
    (axis) => small.reduce((sum, value, i) => (i % 3 === axis ? sum + value : sum), 0) / (side * side),
  );
  return small.map((value, i) => value - (mean[i % 3] ?? 0));
}

/** Mean colour distance of two thumbnails, as a part of how much there is to see on them. */
function difference(a: Float32Array, b: Float32Array): number {
  const strength = (source: (i: number) => number) => {
    let sum = 0;
    for (let i = 0; i < a.length; i += 3) sum += Math.hypot(source(i), source(i + 1), source(i + 2));
    return sum;
  };
  const [inA, inB] = [(i: number) => a[i] ?? 0, (i: number) => b[i] ?? 0];
  return strength((i) => inA(i) - inB(i)) / ((strength(inA) + strength(inB)) / 2);
}

describe('the demo catalogue', () => {
  it('has at least 120 products in 10 categories of 2 to 4 subcategories', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(120);
    expect(categories).toHaveLength(10);
    for (const { subcategories } of categories) {
      expect(subcategories.length).toBeGreaterThanOrEqual(2);
      expect(subcategories.length).toBeLessThanOrEqual(4);
    }
  });

  it.each(catalogue.map((product) => [product.slug, product] as const))('%s is whole', (_slug, product) => {
    const category = categories.find(({ slug }) => slug === product.category);
    expect(category?.subcategories.map(({ slug }) => slug)).toContain(product.subcategory);
    expect(product.price).toBeGreaterThanOrEqual(50);
    expect(gstProblems({ ...product, hsn: product.hsn ?? null }, new Date())).toEqual({});
    if (!product.isGiftCard) {
      expect(brands.map(({ slug }) => slug)).toContain(product.brand);
      expect(productTypes.map(({ slug }) => slug)).toContain(product.productType);
      expect(product.stock).toBeLessThanOrEqual(60 * (product.variants?.length ?? 1));
    }
    const sentences = product.description.split(/[.!?](?:\s|$)/).filter(Boolean).length;
    expect(sentences).toBeGreaterThanOrEqual(2);
    const combinations = (product.options ?? []).reduce((n, { values }) => n * values.length, 1);
    expect(product.variants?.length ?? 1).toBe(combinations);
  });

  it('has products for each season, gifts, and a picture of each maker', () => {
    const slugs = catalogue.map(({ slug }) => slug);
    for (const [choice, products] of Object.entries(productsByOccasion)) {
      expect(occasion.choices).toContain(choice);
      expect(products.length, choice).toBeGreaterThanOrEqual(8);
      expect(
        products.filter((slug) => !slugs.includes(slug)),
        choice,
      ).toEqual([]);
    }
    const values = occasion.choices.map((choice) => `${occasion.slug}:${choice.toLowerCase()}`);
    for (const { filter } of siteInfo.seasons) expect(values).toContain(filter);
    expect(values).toContain(siteInfo.giftFilter);
    for (const { picture: shown } of brands) expect(existsSync(picture(shown)), shown).toBe(true);
    const year = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day, 12)));
    expect(
      year.filter((day) => siteInfo.seasons.filter((season) => isInSeason(season, day)).length !== 1),
    ).toEqual([]);
  });

  it('repeats no slug, SKU or subject', () => {
    const subjects = catalogue.map(
      ({ picture: { kind, pattern, palette } }) => `${kind} ${pattern} ${palette}`,
    );
    const skus = catalogue.flatMap(({ sku, variants }) => variants?.map((variant) => variant.sku) ?? [sku]);
    for (const list of [catalogue.map(({ slug }) => slug), skus, subjects]) {
      expect(list.filter((value, i) => list.indexOf(value) !== i)).toEqual([]);
    }
  });
});

describe('its pictures', () => {
  it('are there for every product, near and, for at least 40, in a setting', () => {
    const wanted = catalogue.flatMap(({ slug, inSetting }) => [
      `${slug}-1`,
      `${slug}-2`,
      ...(inSetting ? [`${slug}-3`] : []),
    ]);
    expect(wanted.filter((name) => !existsSync(picture(name)))).toEqual([]);
    expect(catalogue.filter(({ inSetting }) => inSetting).length).toBeGreaterThanOrEqual(40);
  });

  longIt('show no two products alike', async () => {
    const all = await Promise.all(
      catalogue.map(async ({ slug }) => ({ slug, small: await thumbnail(picture(`${slug}-1`)) })),
    );
    const pairs = all.flatMap((item, i) =>
      all
        .slice(0, i)
        .filter((candidate) => difference(item.small, candidate.small) < alike)
        .map((candidate) => `${item.slug} and ${candidate.slug}`),
    );
    expect(pairs).toEqual([]);
  });

  it('would be found alike if one were another, brighter, warmer and smaller', async () => {
    for (const { slug } of catalogue.slice(0, 5)) {
      const copy = await sharp(picture(`${slug}-1`))
        .resize(600)
        .modulate({ brightness: 1.06 })
        .recomb([
          [1.04, 0, 0],
          [0, 1, 0],
          [0, 0, 0.95],
        ])
        .webp({ quality: 50 })
        .toBuffer();
      expect(difference(await thumbnail(copy), await thumbnail(picture(`${slug}-1`))), slug).toBeLessThan(
        alike,
      );
    }
  });

  it('are square, large enough for a wide phone, light enough, and named after what they show', async () => {
    const files = readdirSync(masters);
    const slugs = new Set(catalogue.map(({ slug }) => slug));
    let total = 0;
    for (const name of files) {
      expect(statSync(join(masters, name)).size, name).toBeLessThanOrEqual(170 * 1024);
      total += statSync(join(masters, name)).size;
      const source = name.replace(/-(\d|[a-z]+)\.webp$/, '');
      if (!slugs.has(source)) continue;
      const { width, height } = await sharp(readFileSync(join(masters, name))).metadata();
      expect(height, name).toBe(width);
      expect(width, name).toBeGreaterThanOrEqual(1000);
    }
    expect(total).toBeLessThanOrEqual(40 * 1024 * 1024);
  });
});
