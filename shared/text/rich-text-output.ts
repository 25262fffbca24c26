import { escapeHtml } from './plain-text.ts';
import type { Block, Inline, Item, List, RichText } from './rich-text.ts';

/** Renders a rich text as HTML; all text is escaped. */
export const richTextHtml = (text: RichText): string => text.map(blockHtml).join('');

/** Renders a rich text as plain text, line by line. */
export const richTextWords = (text: RichText): string =>
  text
    .flatMap(blockLines)
    .filter((line) => line.trim())
    .join('\n')
    .trim();

/** The editor's bits of a text's format. */
const marks = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
] as const;

function blockHtml(block: Block): string {
  if (block.type === 'list') return listHtml(block);
  const tag = block.type === 'heading' ? block.tag : block.type === 'quote' ? 'blockquote' : 'p';
  const indent = block.indent ? ` class="indent-${block.indent}"` : '';
  return `<${tag}${indent}>${block.children.map(inlineHtml).join('') || '<br>'}</${tag}>`;
}

function listHtml({ listType, start, children }: List): string {
  const tag = listType === 'number' ? 'ol' : 'ul';
  const attribute = listType === 'check' ? ' class="checklist"' : '';
  const from = start ? ` start="${start}"` : '';
  return `<${tag}${attribute}${from}>${joined(children).map(itemHtml).join('')}</${tag}>`;
}

function itemHtml({ checked, children }: Item): string {
  const attribute = checked === undefined ? '' : ` class="${checked ? 'checked' : 'unchecked'}"`;
  const inside = children.map((child) => (child.type === 'list' ? listHtml(child) : inlineHtml(child)));
  return `<li${attribute}>${inside.join('')}</li>`;
}

/** The editor puts a nested list into a separate item; in HTML it belongs to the previous item. */
function joined(items: Item[]): Item[] {
  const all: Item[] = [];
  for (const item of items) {
    const before = all.at(-1);
    const nested = item.children.length > 0 && item.children.every(({ type }) => type === 'list');
    if (nested && before) before.children.push(...item.children);
    else all.push({ ...item, children: [...item.children] });
  }
  return all;
}

function inlineHtml(node: Inline): string {
  if (node.type === 'linebreak') return '<br>';
  if (node.type === 'link') {
    return `<a href="${escapeHtml(node.url)}">${node.children.map(inlineHtml).join('')}</a>`;
  }
  const { text, format = 0 } = node;
  return marks.reduce(
    (inside, [bit, tag]) => (format & bit ? `<${tag}>${inside}</${tag}>` : inside),
    escapeHtml(text),
  );
}

function blockLines(block: Block): string[] {
  if (block.type !== 'list') return block.children.map(inlineWords).join('').split('\n');
  return joined(block.children).flatMap(({ value, checked, children }) => {
    const words = children.map((child) => (child.type === 'list' ? '' : inlineWords(child))).join('');
    const sign =
      block.listType === 'number' ? `${value}.` : checked === undefined ? '•' : checked ? '☑' : '☐';
    const nested = children.flatMap((child) => (child.type === 'list' ? blockLines(child) : []));
    return [...(words.trim() ? [`${sign} ${words}`] : []), ...nested];
  });
}

function inlineWords(node: Inline): string {
  if (node.type === 'linebreak') return '\n';
  return node.type === 'link' ? node.children.map(inlineWords).join('') : node.text;
}
