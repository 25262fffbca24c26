/** How much of a title and of a description search engines show. */
export const shownInResults = { title: 60, description: 160 };

/** The title of a page with the name of the shop, unless that is in it. */
export const documentTitle = (title: string, shopName: string): string =>
  title.includes(shopName) ? title : `${title} · ${shopName}`;

/** A longer text as the description of a page: one line, cut after a word and with an ellipsis if it is too long. */
export const shortDescription = (text: string): string => cutAfterWord(text, shownInResults.description);

/** At most `maxLength` characters of the text in one line, cut after a word and with an ellipsis if it is longer. */
export function cutAfterWord(text: string, maxLength: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  return `${plain.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;
}
