import sanitizeHtml from 'sanitize-html';
import { textOf } from '../shared/html.ts';
import { deepestIndent, readRichText, writeRichText } from '../shared/rich-text.ts';
import { richTextHtml, richTextWords } from '../shared/rich-text-output.ts';

/**
 * Rich text as it may be kept: sanitised HTML where it starts with '<', else the editor's JSON with known nodes and
 * safe links alone. Null where it is neither ('Invalid content', contract §5).
 */
export function cleanRichText(given: string): string | null {
  const text = given.replaceAll('\0', '').trim();
  if (text.startsWith('<')) return startingWithTag(sanitiseHtml(text).trim());
  const tree = readRichText(text);
  return tree && writeRichText(tree);
}

/** Kept rich text as HTML that may stand on a page, sanitised once more. Null where it can't be read. */
export function renderRichText(stored: string): string | null {
  const text = stored.trim();
  if (text.startsWith('<')) return sanitiseHtml(text);
  const tree = readRichText(text);
  return tree && sanitiseHtml(richTextHtml(tree));
}

/** The plain words of kept rich text; '' where there are none. */
export function wordsOf(stored: string): string {
  const text = stored.trim();
  if (text.startsWith('<')) return textOf(text);
  return richTextWords(readRichText(text) ?? []);
}

/** HTML is known by its first character, which what was around the text may have been. */
const startingWithTag = (html: string) => (html === '' || html.startsWith('<') ? html : `<div>${html}</div>`);

const sanitiseHtml = (html: string): string => sanitizeHtml(html, allowed);

const indents = Array.from({ length: deepestIndent }, (_, i) => `indent-${i + 1}`);

/** The one allow-list (contract §5), on write and on render: scripts, styles, forms, frames, handlers are gone. */
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
