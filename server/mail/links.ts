const link =
  '((?:reset-password|confirm-email)/|token=|Your sign-in code: |Your order code: |Gift card code: )';
const secret = '[A-Za-z0-9_-]{20,}|[0-9]{4} [0-9]{4}';

/** Finds one-time tokens and codes, in PostgreSQL as in JavaScript. */
export const tokenPattern = `${link}(?:${secret})`;

/** The keys of orders, reviews, carts and requests, which work until they are withdrawn. They are mailed again. */
const keyPattern = /((?:[?]|&amp;|&)(?:key|link)=|#reminder=|stop-(?:reminders|alerts)\/)[\w.-]{20,}/g;

type StoredMail = { html: string; plain: string };

/** The one-time tokens and codes in a mail. */
export const findTokens = ({ plain }: StoredMail): string[] =>
  [...plain.matchAll(new RegExp(`${link}(${secret})`, 'g'))].map((match) => match[2] ?? '');

/** Whether tokens were removed from a mail after its delivery. */
export const isRedacted = ({ plain }: StoredMail): boolean => new RegExp(`${link}…`).test(plain);

/** The mail as others than its recipient may see it: one-time tokens, codes and keys are replaced by `…`. */
export const redactLinks = (content: StoredMail): StoredMail =>
  mapContent(content, (text) =>
    text.replace(new RegExp(tokenPattern, 'g'), '$1…').replace(keyPattern, '$1…'),
  );

/** Whether a mail has a link or code that is only for its recipient. */
export const hasLinks = (content: StoredMail): boolean => redactLinks(content).plain !== content.plain;

/** The mail with plain addresses instead of one-time links: their pages can send a new link. */
export const withoutTokens = (content: StoredMail): StoredMail =>
  mapContent(content, (text) => text.replace(/(&amp;|&)token=([A-Za-z0-9_-]+|…)/g, ''));

const mapContent = ({ html, plain }: StoredMail, change: (text: string) => string): StoredMail => ({
  html: change(html),
  plain: change(plain),
});
