/** Characters that nobody sees, such as a zero-width space. They come with copied text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** A text for comparisons: with plain letters and digits, and without characters that nobody sees. */
export const plainText = (text: string): string => text.normalize('NFKC').replace(hidden, '').trim();
