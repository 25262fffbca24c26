/** Escapes plain text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Converts HTML to plain text: paragraphs become lines, tags are removed. The time is linear in the length for any
 * input, since no expression scans beyond the next `<`.
 */
export function textOf(html: string): string {
  return html
    .replace(/<\s*(?:br|\/p|\/li|\/h\d|\/div)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '• ')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('\\n', '\n')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Record<string, string> = {
  ...{ nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', hellip: '…' },
  ...{
    bull: '•',
    middot: '·',
    times: '×',
    deg: '°',
    frac12: '½',
    eacute: 'é',
    reg: '®',
    copy: '©',
    trade: '™',
  },
};

function decodeEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
  if (code === undefined) return entities[name.toLowerCase()] ?? entity;
  if (code === 160) return ' ';
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}
