import { type RichText, readRichText } from '../../../../../shared/text/rich-text.ts';
import { trustedHtml } from '../../../../ui/text/trusted-html.ts';

/** Converts stored rich text, the editor's JSON or HTML, to the text that the editor shows. Null if it is neither. */
export function readStoredText(stored: string): RichText | null {
  const text = stored.trim();
  if (text === '') return [];
  return text.startsWith('<') ? readHtml(text) : readRichText(text);
}

/** An element that the editor does not support is replaced by its content (shared/text/rich-text.ts). */
function readHtml(html: string): RichText {
  const { body } = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  return readRichText(JSON.stringify({ root: { children: nodesOf(body, 0) } })) ?? [];
}

type LexicalJson = { type: string; children?: LexicalJson[] } & Record<string, unknown>;

const blocks: Record<string, string> = {
  P: 'paragraph',
  BLOCKQUOTE: 'quote',
  UL: 'list',
  OL: 'list',
  LI: 'listitem',
  A: 'link',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
};
const marks: Record<string, number> = { STRONG: 1, B: 1, EM: 2, I: 2, S: 4, U: 8, CODE: 16 };

const nodesOf = (parent: Element, format: number): LexicalJson[] =>
  [...parent.childNodes].flatMap((node): LexicalJson[] => {
    if (node instanceof Text) return [{ type: 'text', text: node.data.replace(/\s+/g, ' '), format }];
    if (!(node instanceof Element)) return [];
    if (node.tagName === 'BR') return [{ type: 'linebreak' }];
    const children = nodesOf(node, format | (marks[node.tagName] ?? 0));
    if (marks[node.tagName]) return children;
    const checklist = node.matches('.checklist');
    return [
      {
        type: blocks[node.tagName] ?? 'other',
        children: node.matches('p, h2, h3, h4, blockquote, li') ? trimmed(children) : children,
        tag: node.tagName.toLowerCase(),
        url: node.getAttribute('href'),
        indent: Number(node.className.match(/indent-(\d)/)?.[1] ?? 0),
        listType: checklist ? 'check' : node.tagName === 'OL' ? 'number' : 'bullet',
        start: node.getAttribute('start'),
        checked: node.matches('.checked'),
      },
    ];
  });

/** Removes white space at the ends of a line of HTML, and the line break that an empty line consists of. */
function trimmed(line: LexicalJson[]): LexicalJson[] {
  const ends = (node: LexicalJson | undefined) => node?.type === 'text' && String(node.text).trim() === '';
  const from = ends(line[0]) ? 1 : 0;
  const to = ends(line.at(-1)) ? -1 : undefined;
  const inner = line.slice(from, to);
  return inner.length === 1 && inner[0]?.type === 'linebreak' ? [] : inner;
}
