/**
 * Converts a name to a part of a URL: `Block-Printed Café Mug №2` becomes `block-printed-cafe-mug-no2`. Empty if the
 * name has no Latin letters or digits.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '');
}
