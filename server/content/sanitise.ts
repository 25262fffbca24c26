import sanitizeHtml from 'sanitize-html';

/** The one allow-list (contract §5): on write and again on render. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'hr',
    'code',
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], li: ['value'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
  disallowedTagsMode: 'discard',
};

/** HTML that may stand on a page: text structure only; scripts, styles, forms, frames and handlers are gone. */
export const sanitiseHtml = (html: string): string => sanitizeHtml(html, options);
