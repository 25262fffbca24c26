const link = '((?:reset-password|confirm-email)/|token=)';

/** Finds one-time tokens, in PostgreSQL as in JavaScript. */
export const tokenPattern = `${link}[A-Za-z0-9_-]{20,}`;

type StoredMail = { html: string; plain: string };

/** The one-time tokens that a letter still holds. */
export const tokensOf = ({ plain }: StoredMail): string[] =>
  [...plain.matchAll(new RegExp(`${link}([A-Za-z0-9_-]{20,})`, 'g'))].map((match) => match[2] ?? '');

/** Whether tokens were taken out of a letter after it had been delivered. */
export const isRedacted = ({ plain }: StoredMail): boolean => new RegExp(`${link}…`).test(plain);

/** The letter as it may be shown: nothing in it opens anything. */
export const redacted = (content: StoredMail): StoredMail =>
  mapped(content, (text) => text.replace(new RegExp(tokenPattern, 'g'), '$1…'));

/** The letter with plain addresses in place of one-time links: their pages then send a fresh link. */
export const withoutTokens = (content: StoredMail): StoredMail =>
  mapped(content, (text) => text.replace(/(&amp;|&)token=([A-Za-z0-9_-]+|…)/g, ''));

const mapped = ({ html, plain }: StoredMail, change: (text: string) => string): StoredMail => ({
  html: change(html),
  plain: change(plain),
});
