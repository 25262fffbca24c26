import { isSafeLink } from '../link.ts';

/** The nodes that the editor can create (spec §2 Policy editor), in the form of its JSON. */
type Text = { type: 'text'; text: string; format?: number };
export type Inline = Text | { type: 'linebreak' } | { type: 'link'; url: string; children: Inline[] };
export type Item = { type: 'listitem'; value: number; checked?: boolean; children: (Inline | List)[] };
export type List = { type: 'list'; listType: ListType; start?: number; children: Item[] };
type ListType = 'bullet' | 'number' | 'check';
type Lines =
  | { type: 'paragraph' | 'quote'; indent?: number; children: Inline[] }
  | { type: 'heading'; tag: HeadingTag; indent?: number; children: Inline[] };
type HeadingTag = 'h2' | 'h3' | 'h4';
export type Block = Lines | List;
/** A rich text: blocks with known nodes and safe links only. */
export type RichText = Block[];

/** The editor's maximum indentation; each step is 40 px (spec §9). */
export const maxIndent = 6;

/**
 * Reads the editor's JSON. Unknown nodes are replaced by their children, unknown fields are dropped, and unsafe links
 * become text. Null if it is not a tree of the editor: 'Invalid content'.
 */
export function readRichText(json: string): RichText | null {
  try {
    const { root } = JSON.parse(json) as { root?: Node };
    return Array.isArray(root?.children) ? blocks(childrenOf(root, 0), 1) : null;
  } catch {
    return null;
  }
}

/** Writes a rich text as the editor's JSON. */
export const writeRichText = (text: RichText): string =>
  JSON.stringify({ root: { type: 'root', children: text } });

/** Converts plain text to rich text: lines become paragraphs. */
export const richTextOf = (plain: string): RichText =>
  plain
    .split('\n')
    .filter((line) => line.trim())
    .map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] }));

type Node = Record<string, unknown> & { type?: unknown; children?: unknown };

/** The editor never nests this deep. */
const maxDepth = 40;

/** The children of an untrusted node. Throws if they are not nodes. */
function childrenOf(node: Node, depth: number): Node[] {
  const { children = [] } = node;
  const isTree =
    Array.isArray(children) && children.every((child) => typeof child === 'object' && child !== null);
  if (!isTree || depth > maxDepth) throw new TypeError('not a tree');
  return children;
}

function blocks(nodes: Node[], depth: number): Block[] {
  const all: Block[] = [];
  let inlineNodes: Node[] = [];
  const flush = () => {
    const children = inline(inlineNodes, depth);
    if (!isBlank(children)) all.push({ type: 'paragraph', children });
    inlineNodes = [];
  };
  for (const node of nodes) {
    if (inlineTypes.has(node.type)) {
      inlineNodes.push(node);
    } else {
      flush();
      all.push(...block(node, depth));
    }
  }
  flush();
  return all;
}

/** Inline nodes; outside a paragraph they are put into a new one. */
const inlineTypes = new Set<unknown>(['text', 'linebreak', 'link', 'autolink']);

function block(node: Node, depth: number): Block[] {
  const inside = childrenOf(node, depth);
  const indent = Math.min(maxIndent, Math.trunc(Number(node.indent) || 0));
  const lines = () => ({ ...(indent > 0 && { indent }), children: inline(inside, depth + 1) });
  switch (node.type) {
    case 'paragraph':
    case 'quote':
      return [{ type: node.type, ...lines() }];
    case 'heading':
      return [{ type: 'heading', tag: headingTag(node.tag), ...lines() }];
    case 'list':
      return list(node, depth);
    default:
      return blocks(inside, depth + 1);
  }
}

const headingTag = (tag: unknown): HeadingTag =>
  tag === 'h1' || tag === 'h2' ? 'h2' : tag === 'h3' ? tag : 'h4';

/** A nested list is an item without a number, as in the editor. */
function list(node: Node, depth: number): List[] {
  const listType = (['number', 'check'] as const).find((type) => type === node.listType) ?? 'bullet';
  const given = listType === 'number' ? Math.trunc(Number(node.start)) || 1 : 1;
  const start = Math.min(Math.max(given, 1), 99_999);
  const children: Item[] = [];
  let value = start;
  for (const child of childrenOf(node, depth)) {
    const isItem = child.type === 'listitem';
    const inside = isItem ? childrenOf(child, depth + 1) : [child];
    const words = inline(
      inside.filter(({ type }) => type !== 'list'),
      depth + 2,
    );
    const lists = inside.filter(({ type }) => type === 'list').flatMap((item) => list(item, depth + 2));
    if (!isBlank(words) || (isItem && lists.length === 0)) {
      const checked = listType === 'check' && { checked: child.checked === true };
      children.push({ type: 'listitem', value: value++, ...checked, children: words });
    }
    children.push(...lists.map((inner) => ({ type: 'listitem' as const, value, children: [inner] })));
  }
  if (children.length === 0) return [];
  return [{ type: 'list', listType, ...(start > 1 && { start }), children }];
}

const isBlank = (words: Inline[]): boolean =>
  words.every((word) =>
    word.type === 'link' ? isBlank(word.children) : !('text' in word && word.text.trim()),
  );

function inline(nodes: Node[], depth: number): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    const inside = childrenOf(node, depth);
    switch (node.type) {
      case 'linebreak':
        return [{ type: 'linebreak' }];
      case 'link':
      case 'autolink': {
        const children = inline(inside, depth + 1);
        const url = typeof node.url === 'string' ? node.url.trim() : '';
        return isSafeLink(url) ? [{ type: 'link', url, children }] : children;
      }
      default: {
        if (typeof node.text !== 'string') return inline(inside, depth + 1);
        const format = Number(node.format) & allMarks;
        const text = node.text.replaceAll('\0', '');
        return text ? [{ type: 'text', text, ...(format && { format }) }] : [];
      }
    }
  });
}

/** The marks of a text, one bit each: bold, italic, struck, underlined, code. */
const allMarks = 0b11111;
