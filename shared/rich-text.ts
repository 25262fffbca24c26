import { isSafeLink } from './link.ts';

/** What the editor can make (spec §2 Policy editor), and nothing else. The shape is that of its JSON. */
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
/** A rich text: its blocks, with known nodes and safe links alone. */
export type RichText = Block[];

/** As deep as the editor indents; each step is 40 px (spec §9). */
export const deepestIndent = 6;

/**
 * The editor's JSON as a rich text. Nodes of other kinds give way to what is inside them, other fields are left
 * out, and links that are not safe lose their address. Null for what is no tree of the editor: 'Invalid content'.
 */
export function readRichText(json: string): RichText | null {
  try {
    const { root } = JSON.parse(json) as { root?: Node };
    return Array.isArray(root?.children) ? blocks(childrenOf(root, 0), 1) : null;
  } catch {
    return null;
  }
}

/** A rich text as the editor's JSON. */
export const writeRichText = (text: RichText): string =>
  JSON.stringify({ root: { type: 'root', children: text } });

/** Plain text as a rich one: its lines become paragraphs. */
export const richTextOf = (plain: string): RichText =>
  plain
    .split('\n')
    .filter((line) => line.trim())
    .map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] }));

type Node = Record<string, unknown> & { type?: unknown; children?: unknown };

/** Deeper than any editor nests; beyond it the tree is not the editor's. */
const maxDepth = 40;

/** The children of a node that came from outside. Throws where it is no node. */
function childrenOf(node: Node, depth: number): Node[] {
  const { children = [] } = node;
  const isTree =
    Array.isArray(children) && children.every((child) => typeof child === 'object' && child !== null);
  if (!isTree || depth > maxDepth) throw new TypeError('no tree');
  return children;
}

function blocks(nodes: Node[], depth: number): Block[] {
  const all: Block[] = [];
  let loose: Node[] = [];
  const gather = () => {
    const children = inline(loose, depth);
    if (!isBlank(children)) all.push({ type: 'paragraph', children });
    loose = [];
  };
  for (const node of nodes) {
    if (looseTypes.has(node.type)) {
      loose.push(node);
    } else {
      gather();
      all.push(...block(node, depth));
    }
  }
  gather();
  return all;
}

/** What stands inside a paragraph; outside of one it makes its own. */
const looseTypes = new Set<unknown>(['text', 'linebreak', 'link', 'autolink']);

function block(node: Node, depth: number): Block[] {
  const inside = childrenOf(node, depth);
  const indent = Math.min(deepestIndent, Math.trunc(Number(node.indent) || 0));
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

/** Lists inside an item are items of their own, as the editor has them; these have no number. */
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
    const lists = inside.filter(({ type }) => type === 'list').flatMap((each) => list(each, depth + 2));
    if (!isBlank(words) || (isItem && lists.length === 0)) {
      const checked = listType === 'check' && { checked: child.checked === true };
      children.push({ type: 'listitem', value: value++, ...checked, children: words });
    }
    children.push(...lists.map((each) => ({ type: 'listitem' as const, value, children: [each] })));
  }
  if (children.length === 0) return [];
  return [{ type: 'list', listType, ...(start > 1 && { start }), children }];
}

const isBlank = (words: Inline[]): boolean =>
  words.every((each) =>
    each.type === 'link' ? isBlank(each.children) : !('text' in each && each.text.trim()),
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
