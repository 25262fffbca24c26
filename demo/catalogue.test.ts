import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { brands } from './catalogue/brands.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { categories } from './catalogue/categories.ts';
import { productTypes } from './catalogue/product-types.ts';

const masters = join(import.meta.dirname, 'pictures/masters');
const picture = (name: string) => join(masters, `${name}.webp`);

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
    expect(brands.map(({ slug }) => slug)).toContain(product.brand);
    expect(productTypes.map(({ slug }) => slug)).toContain(product.productType);
    expect(product.price).toBeGreaterThanOrEqual(50);
    expect(product.hsn).toMatch(/^\d{4,8}$/);
    expect([0, 3, 5, 18, 40]).toContain(product.gstRate);
    expect(product.stock).toBeLessThanOrEqual(60 * (product.variants?.length ?? 1));
    const sentences = product.description.split(/[.!?](?:\s|$)/).filter(Boolean).length;
    expect(sentences).toBeGreaterThanOrEqual(2);
    const combinations = (product.options ?? []).reduce((n, { values }) => n * values.length, 1);
    expect(product.variants?.length ?? 1).toBe(combinations);
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

  it('show no two products alike', async () => {
    const prints = new Map<string, string>();
    for (const { slug } of catalogue) {
      const small = await sharp(picture(`${slug}-1`))
        .resize(24, 24)
        .raw()
        .toBuffer();
      const print = createHash('sha256').update(small).digest('hex');
      expect(prints.get(print), `${slug} looks like another`).toBeUndefined();
      prints.set(print, slug);
    }
  });

  it('are square, light enough, and named after what they show', async () => {
    const files = readdirSync(masters);
    const slugs = new Set(catalogue.map(({ slug }) => slug));
    let total = 0;
    for (const name of files) {
      expect(statSync(join(masters, name)).size, name).toBeLessThanOrEqual(90 * 1024);
      total += statSync(join(masters, name)).size;
      const of = name.replace(/-(\d|[a-z]+)\.webp$/, '');
      if (!slugs.has(of)) continue;
      const { width, height } = await sharp(readFileSync(join(masters, name))).metadata();
      expect([width, height], name).toEqual([1000, 1000]);
    }
    expect(total).toBeLessThanOrEqual(30 * 1024 * 1024);
  });
});
