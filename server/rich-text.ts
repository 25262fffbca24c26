import sanitizeHtml from 'sanitize-html';
import { textOf } from '../shared/html.ts';
import { maxIndent, readRichText, writeRichText } from '../shared/rich-text.ts';
import { richTextHtml, richTextWords } from '../shared/rich-text-output.ts';

/**
 * Sanitises rich text for storage: HTML if it starts with '<', else the editor's JSON with known nodes and safe links
 * only. Null if it is neither ('Invalid content', contract §5).
 */
export function cleanRichText(given: string): string | null {
  const text = given.replaceAll('\0', '').trim();
  if (text.startsWith('<')) return startingWithTag(sanitiseHtml(text).trim());
  const tree = readRichText(text);
  return tree && writeRichText(tree);
}

/** Renders stored rich text as HTML and sanitises it again. Null if it can't be read. */
export function renderRichText(stored: string): string | null {
  const text = stored.trim();
  if (text.startsWith('<')) return sanitiseHtml(text);
  const tree = readRichText(text);
  return tree && sanitiseHtml(richTextHtml(tree));
}

/** The plain text of stored rich text; '' if there is none. */
export function wordsOf(stored: string): string {
  const text = stored.trim();
  if (text.startsWith('<')) return textOf(text);
  return richTextWords(readRichText(text) ?? []);
}

/** Stored HTML is recognised by its first character, which sanitising may have removed. */
const startingWithTag = (html: string) => (html === '' || html.startsWith('<') ? html : `<div>${html}</div>`);

const sanitiseHtml = (html: string): string => sanitizeHtml(html, allowed);

const indents = Array.from({ length: maxIndent }, (_, i) => `indent-${i + 1}`);

/** The allow-list (contract §5) for storing and rendering: no scripts, styles, forms, frames or event handlers. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], li: ['value'] },
  allowedClasses: {
    ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'blockquote'].map((tag) => [tag, indents])),
    ul: ['checklist'],
    li: ['checked', 'unchecked'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
  },
  disallowedTagsMode: 'discard',
};
