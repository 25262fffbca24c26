import { escapeHtml } from '../../shared/html.ts';
import { sanitiseHtml } from './sanitise.ts';

type Node = {
  type?: unknown;
  text?: unknown;
  format?: unknown;
  tag?: unknown;
  listType?: unknown;
  checked?: unknown;
  url?: unknown;
  children?: unknown;
};

/**
 * Stored rich text as HTML that may stand on a page: sanitised HTML where it starts with '<', else the editor's
 * JSON tree. Gives null where it can't be read ('Invalid content', spec §2 Policy pages).
 */
export function renderRichText(stored: string): string | null {
  const text = stored.trim();
  if (text.startsWith('<')) return sanitiseHtml(text);
  try {
    const { root } = JSON.parse(text) as { root?: Node };
    return root && Array.isArray(root.children) ? sanitiseHtml(children(root, 0)) : null;
  } catch {
    return null;
  }
}

/** Deeper than any editor nests; beyond it the tree is not the editor's. */
const maxDepth = 30;

function children(node: Node, depth: number): string {
  if (depth > maxDepth) throw new RangeError('nested too deep');
  return Array.isArray(node.children)
    ? node.children.map((child: Node) => render(child, depth + 1)).join('')
    : '';
}

function render(node: Node, depth: number): string {
  const inner = () => children(node, depth);
  switch (node.type) {
    case 'text':
      return mark(escapeHtml(String(node.text ?? '')), Number(node.format) || 0);
    case 'linebreak':
      return '<br>';
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading':
      return `<h3>${inner()}</h3>`;
    case 'quote':
      return `<blockquote>${inner()}</blockquote>`;
    case 'list':
      return node.listType === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`;
    case 'listitem':
      return `<li>${typeof node.checked === 'boolean' ? (node.checked ? '☑ ' : '☐ ') : ''}${inner()}</li>`;
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(String(node.url ?? ''))}">${inner()}</a>`;
    default:
      return inner();
  }
}

/** The editor's format bits. */
function mark(html: string, format: number): string {
  const tags = [
    [1, 'strong'],
    [2, 'em'],
    [4, 's'],
    [8, 'u'],
    [16, 'code'],
  ] as const;
  return tags.reduce((inside, [bit, tag]) => (format & bit ? `<${tag}>${inside}</${tag}>` : inside), html);
}
