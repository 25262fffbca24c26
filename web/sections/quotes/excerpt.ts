const maxExcerpt = 280;

/** At most 280 characters of a review, cut after a word. */
export const excerptOf = (text: string): string =>
  text.length > maxExcerpt ? `${text.slice(0, maxExcerpt).replace(/\s+\S*$/, '')}…` : text;
