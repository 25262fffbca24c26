import sanitizeHtml from 'sanitize-html';
import { maxIndent, readRichText, writeRichText } from '../shared/text/rich-text.ts';
import { richTextHtml, richTextWords } from '../shared/text/rich-text-output.ts';
import { textOf } from './html-text.ts';

/** Rich text as it is stored: as its author edits it, as safe HTML, and as plain text. */
export type SanitisedText = { content: string; html: string; words: string };

/**
 * Sanitises and renders rich text once, for storage: HTML if it starts with '<', else the editor's JSON with known
 * nodes and safe links only. The time is linear in the length. `problem` says why a text is rejected (contract §5).
 */
export function sanitiseRichText(given: string): SanitisedText | { problem: string } {
  const text = given.replaceAll('\0', '').trim();
  if (text === '') return { content: '', html: '', words: '' };
  if (!text.startsWith('<')) {
    const tree = readRichText(text);
    if (!tree) return { problem: 'Invalid content' };
    return {
      content: writeRichText(tree),
      html: sanitizeHtml(richTextHtml(tree), allowed),
      words: richTextWords(tree),
    };
  }
  const html = sanitiseHtml(text)?.trim();
  if (html === undefined) return { problem: `At most ${maxDepth} levels of nesting` };
  // Stored HTML is recognised by its first character, which sanitising may have removed.
  const content = html === '' || html.startsWith('<') ? html : `<div>${html}</div>`;
  return { content, html: content, words: textOf(content) };
}

/** The same for several texts. */
export const sanitiseRichTexts = (given: string[]) => given.map(sanitiseRichText);

/** More than any text needs. The sanitiser copies the text of an element once per level. */
const maxDepth = 40;

/** The safe HTML; undefined if its elements, allowed or not, are nested too deeply. */
function sanitiseHtml(html: string): string | undefined {
  const tooDeep = new Error('nested too deeply');
  let depth = 0;
  const onOpenTag = () => {
    depth++;
    if (depth > maxDepth) throw tooDeep;
  };
  const onCloseTag = () => {
    depth--;
  };
  try {
    return sanitizeHtml(html, { ...allowed, onOpenTag, onCloseTag });
  } catch (error) {
    if (error === tooDeep) return undefined;
    throw error;
  }
}

const indents = Array.from({ length: maxIndent }, (_, i) => `indent-${i + 1}`);

/** The allow-list (contract §5): no scripts, styles, forms, frames or event handlers. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'div',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'code',
    'a',
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
