const link =
  '((?:reset-password|confirm-email)/|token=|Your sign-in code: |Your order code: |Gift card code: )';
const secret = '[A-Za-z0-9_-]{20,}|[0-9]{4} [0-9]{4}';

/** Finds one-time tokens and codes, in PostgreSQL as in JavaScript. */
export const tokenPattern = `${link}(?:${secret})`;

type StoredMail = { html: string; plain: string };

/** The one-time tokens and codes in a mail. */
export const findTokens = ({ plain }: StoredMail): string[] =>
  [...plain.matchAll(new RegExp(`${link}(${secret})`, 'g'))].map((match) => match[2] ?? '');

/** Whether tokens were removed from a mail after its delivery. */
export const isRedacted = ({ plain }: StoredMail): boolean => new RegExp(`${link}…`).test(plain);

/** The mail with its one-time tokens replaced by `…`. */
export const redactLinks = (content: StoredMail): StoredMail =>
  mapContent(content, (text) => text.replace(new RegExp(tokenPattern, 'g'), '$1…'));

/** The mail with plain addresses instead of one-time links: their pages can send a new link. */
export const withoutTokens = (content: StoredMail): StoredMail =>
  mapContent(content, (text) => text.replace(/(&amp;|&)token=([A-Za-z0-9_-]+|…)/g, ''));

const mapContent = ({ html, plain }: StoredMail, change: (text: string) => string): StoredMail => ({
  html: change(html),
  plain: change(plain),
});
