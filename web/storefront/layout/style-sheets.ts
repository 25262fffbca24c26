import type { StorefrontTheme } from '../../../shared/contract/design.ts';

const pairs = import.meta.glob<string>('../../fonts/pairs/*.css', {
  query: '?url',
  import: 'default',
  eager: true,
});
const motifs = import.meta.glob<string>('../../motifs/*.css', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The style sheets of the fonts and of the border of a theme; the default ones are in that of every page. */
export const styleSheetsOf = ({ fonts, motif }: StorefrontTheme): string[] =>
  [pairs[`../../fonts/pairs/${fonts}.css`], motifs[`../../motifs/${motif}.css`]].filter(
    (path) => path !== undefined,
  );
