import { $createLinkNode, $isLinkNode, $toggleLink } from '@lexical/link';
import { $isListItemNode, $isListNode, type ListType } from '@lexical/list';
import { $createHeadingNode, $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  type ElementNode,
  type LexicalNode,
} from 'lexical';

/** The formatting at the caret, which the toolbar shows. */
export type Here = {
  block: 'paragraph' | 'h2' | 'h3' | ListType;
  bold: boolean;
  italic: boolean;
  /** The address of the link; '' outside a link. */
  link: string;
  indent: number;
};

export const nowhere: Here = { block: 'paragraph', bold: false, italic: false, link: '', indent: 0 };

/** Reads the formatting at the selection. Call it in `editorState.read`. */
export function $readHere(): Here {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return nowhere;
  const node = selection.anchor.getNode();
  const lines = $findMatchingParent(node, isLine);
  const list = lines?.getParent();
  const link = $findMatchingParent(node, $isLinkNode);
  const tag = $isHeadingNode(lines) && lines.getTag();
  return {
    block: $isListNode(list) ? list.getListType() : tag === 'h2' ? tag : tag ? 'h3' : 'paragraph',
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    link: link?.getURL() ?? '',
    indent: lines?.getIndent() ?? 0,
  };
}

/** Turns the selected lines into headings, or into paragraphs if `tag` is null. */
export function $setHeading(tag: 'h2' | 'h3' | null): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const lines = new Set(selection.getNodes().flatMap((node) => $findMatchingParent(node, isLine) ?? []));
  for (const line of lines) {
    const block = tag ? $createHeadingNode(tag) : $createParagraphNode();
    block.setIndent($isListItemNode(line) ? 0 : line.getIndent());
    line.replace(block, true);
  }
}

/** Links the selection, changes the link around it, or inserts the address as a linked text. '' removes the link. */
export function $setLink(url: string): void {
  const selection = $getSelection() ?? $getRoot().selectEnd();
  if (!$isRangeSelection(selection)) return;
  const link = $findMatchingParent(selection.anchor.getNode(), $isLinkNode);
  if (link && url) link.setURL(url);
  else if (url && selection.isCollapsed()) {
    const words = url.replace(/^(mailto:|tel:|https:\/\/)/, '');
    selection.insertNodes([$createLinkNode(url).append($createTextNode(words))]);
  } else $toggleLink(url || null);
}

/** Whether a node is a line of text: a paragraph, a heading, or a list item that is not a nested list. */
function isLine(node: LexicalNode): node is ElementNode {
  if ($isListItemNode(node)) return !$isListNode(node.getFirstChild());
  return $isParagraphNode(node) || $isHeadingNode(node) || $isQuoteNode(node);
}
