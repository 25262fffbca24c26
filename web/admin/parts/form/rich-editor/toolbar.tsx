import { $createLinkNode, $isLinkNode, $toggleLink } from '@lexical/link';
import {
  $isListItemNode,
  $isListNode,
  INSERT_CHECK_LIST_COMMAND,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  type ListType,
  REMOVE_LIST_COMMAND,
} from '@lexical/list';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $createHeadingNode, $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  type ElementNode,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalCommand,
  type LexicalNode,
  mergeRegister,
  OUTDENT_CONTENT_COMMAND,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical';
import {
  Bold,
  Heading2,
  Heading3,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSafeLink, linkOf } from '../../../../../shared/link.ts';
import { maxIndent } from '../../../../../shared/text/rich-text.ts';
import { Button } from '../../../../ui/button.tsx';

type Tool = {
  name: string;
  Icon: LucideIcon;
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  act: () => void;
};

/** The toolbar of the editor: one stop for Tab, arrow keys between its buttons. */
export function Toolbar({ controls }: { controls: string }) {
  const [editor] = useLexicalComposerContext();
  const [here, setHere] = useState(nowhere);
  const [canUndo, setCanUndo] = useState(false);
  const [canRedo, setCanRedo] = useState(false);
  const [linking, setLinking] = useState(false);
  const [stop, setStop] = useState(0);

  useEffect(() => {
    const follow = (command: LexicalCommand<boolean>, set: (can: boolean) => void) =>
      editor.registerCommand(
        command,
        (can) => {
          set(can);
          return false;
        },
        COMMAND_PRIORITY_LOW,
      );
    function openLink(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
      event.preventDefault();
      setLinking(true);
      return true;
    }
    return mergeRegister(
      editor.registerUpdateListener(({ editorState }) => {
        const read = editorState.read($readHere, { editor });
        setHere((before) => (JSON.stringify(before) === JSON.stringify(read) ? before : read));
      }),
      follow(CAN_UNDO_COMMAND, setCanUndo),
      follow(CAN_REDO_COMMAND, setCanRedo),
      editor.registerCommand(KEY_DOWN_COMMAND, openLink, COMMAND_PRIORITY_LOW),
    );
  }, [editor]);

  const send =
    <Payload,>(command: LexicalCommand<Payload>, payload: Payload) =>
    () =>
      editor.dispatchCommand(command, payload);
  const heading = (tag: 'h2' | 'h3') => ({
    pressed: here.block === tag,
    act: () => editor.update(() => $setHeading(here.block === tag ? null : tag)),
  });
  const list = (type: ListType, command: LexicalCommand<void>) => ({
    pressed: here.block === type,
    act: send(here.block === type ? REMOVE_LIST_COMMAND : command, undefined),
  });
  const format = (type: 'bold' | 'italic') => ({ pressed: here[type], act: send(FORMAT_TEXT_COMMAND, type) });
  const link = { pressed: here.link !== '', act: () => setLinking(!linking) };
  const [undo, redo] = [send(UNDO_COMMAND, undefined), send(REDO_COMMAND, undefined)];
  const [less, more] = [send(OUTDENT_CONTENT_COMMAND, undefined), send(INDENT_CONTENT_COMMAND, undefined)];
  const groups: Tool[][] = [
    [
      { name: 'Undo', Icon: Undo2, keys: 'Control+Z', disabled: !canUndo, act: undo },
      { name: 'Redo', Icon: Redo2, keys: 'Control+Y', disabled: !canRedo, act: redo },
    ],
    [
      { name: 'Heading', Icon: Heading2, ...heading('h2') },
      { name: 'Subheading', Icon: Heading3, ...heading('h3') },
    ],
    [
      { name: 'Bold', Icon: Bold, keys: 'Control+B', ...format('bold') },
      { name: 'Italic', Icon: Italic, keys: 'Control+I', ...format('italic') },
      { name: 'Link', Icon: Link, keys: 'Control+K', ...link },
    ],
    [
      { name: 'Bullet list', Icon: List, ...list('bullet', INSERT_UNORDERED_LIST_COMMAND) },
      { name: 'Numbered list', Icon: ListOrdered, ...list('number', INSERT_ORDERED_LIST_COMMAND) },
      { name: 'Checklist', Icon: ListChecks, ...list('check', INSERT_CHECK_LIST_COMMAND) },
    ],
    [
      { name: 'Indent less', Icon: IndentDecrease, disabled: here.indent <= 0, act: less },
      { name: 'Indent more', Icon: IndentIncrease, disabled: here.indent >= maxIndent, act: more },
    ],
  ];
  const all = groups.flat();

  function onKeyDown(event: ReactKeyboardEvent<HTMLElement>) {
    const last = all.length - 1;
    const to = {
      ArrowRight: stop === last ? 0 : stop + 1,
      ArrowLeft: stop === 0 ? last : stop - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[to]?.focus();
  }

  return (
    <>
      <div
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-x-2 gap-y-0.5 border-b border-line p-1"
      >
        {groups.map((group) => (
          <div key={group[0]?.name} className="flex gap-0.5">
            {group.map((tool) => {
              const index = all.indexOf(tool);
              return (
                <ToolButton
                  key={tool.name}
                  tool={tool}
                  isStop={index === stop}
                  onFocus={() => setStop(index)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {linking && <LinkRow address={here.link} onClose={() => setLinking(false)} />}
    </>
  );
}

function ToolButton({ tool, isStop, onFocus }: { tool: Tool; isStop: boolean; onFocus: () => void }) {
  const { name, Icon, keys, pressed, disabled, act } = tool;
  return (
    <button
      type="button"
      aria-label={name}
      title={keys ? `${name} (${keys.replace('Control', 'Ctrl')})` : name}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // The editor keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={disabled ? undefined : act}
      className="grid size-9 place-items-center rounded-sm text-ink-soft hover:bg-paper-deep hover:text-ink aria-disabled:opacity-40 aria-pressed:bg-press-tint aria-pressed:text-press"
    >
      <Icon className="size-4" />
    </button>
  );
}

function LinkRow({ address, onClose }: { address: string; onClose: () => void }) {
  const [editor] = useLexicalComposerContext();
  const [typed, setTyped] = useState(address);
  const [invalid, setInvalid] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function close() {
    onClose();
    editor.focus();
  }
  function set(url: string) {
    editor.update(() => $setLink(url));
    close();
  }
  function apply() {
    const url = linkOf(typed);
    if (isSafeLink(url)) set(url);
    else setInvalid(true);
  }
  // Not a form element, because the editor may be inside a form.
  function onKeyDown(event: ReactKeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') apply();
    else close();
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-paper-deep p-2">
      <label htmlFor={id} className="font-medium">
        Link address
      </label>
      <input
        id={id}
        ref={field}
        type="text"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        value={typed}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={onKeyDown}
        className="office-input min-w-0 flex-1 basis-48"
      />
      <Button variant="secondary" onClick={apply}>
        Set link
      </Button>
      {address && (
        <Button variant="ghost" onClick={() => set('')}>
          Remove link
        </Button>
      )}
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
      {invalid && (
        <p id={`${id}-error`} role="alert" className="basis-full text-sm font-medium text-madder">
          Enter an address that starts with https://, an email address or a phone number.
        </p>
      )}
    </div>
  );
}

type Here = {
  block: 'paragraph' | 'h2' | 'h3' | ListType;
  bold: boolean;
  italic: boolean;
  /** The address of the link; '' outside a link. */
  link: string;
  indent: number;
};

const nowhere: Here = { block: 'paragraph', bold: false, italic: false, link: '', indent: 0 };

/** Reads the formatting at the selection. Call it in `editorState.read`. */
function $readHere(): Here {
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
function $setHeading(tag: 'h2' | 'h3' | null): void {
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
function $setLink(url: string): void {
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
