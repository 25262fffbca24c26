import { transliterate } from './transliterate.ts';

/**
 * Converts a name to a part of a URL: `Block-Printed Café Mug №2` becomes `block-printed-cafe-mug-no2`, and `पीतल का
 * दीया` `pital-ka-diya`. Empty if the name has no Latin or Indian letters or digits.
 */
export function slugify(name: string): string {
  return transliterate(name.normalize('NFKC'))
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '');
}
