/**
 * A name as the part of an address: `Block-Printed Café Mug №2` becomes `block-printed-cafe-mug-no2`. Empty where
 * nothing of it can be written so.
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
