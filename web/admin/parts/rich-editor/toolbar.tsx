import {
  INSERT_CHECK_LIST_COMMAND,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  type ListType,
  REMOVE_LIST_COMMAND,
} from '@lexical/list';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import {
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
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
import { type KeyboardEvent, useEffect, useState } from 'react';
import { maxIndent } from '../../../../shared/rich-text.ts';
import { LinkRow } from './link-row.tsx';
import { $readHere, $setHeading, nowhere } from './tools.ts';

type Tool = {
  name: string;
  Icon: LucideIcon;
  keys?: string;
  /** For tools that are on or off. */
  pressed?: boolean;
  off?: boolean;
  act: () => void;
};

const lists = [
  ['bullet', 'Bullet list', List, INSERT_UNORDERED_LIST_COMMAND],
  ['number', 'Numbered list', ListOrdered, INSERT_ORDERED_LIST_COMMAND],
  ['check', 'Checklist', ListChecks, INSERT_CHECK_LIST_COMMAND],
] as const;

/** The editor's tools: one stop for Tab, arrow keys between them. */
export function Toolbar({ controls }: { controls: string }) {
  const [editor] = useLexicalComposerContext();
  const [here, setHere] = useState(nowhere);
  const [canUndo, setCanUndo] = useState(false);
  const [canRedo, setCanRedo] = useState(false);
  const [linking, setLinking] = useState(false);
  const [stop, setStop] = useState(0);

  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => {
          const now = editorState.read($readHere, { editor });
          setHere((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
        }),
        editor.registerCommand(
          CAN_UNDO_COMMAND,
          (can) => {
            setCanUndo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
        editor.registerCommand(
          CAN_REDO_COMMAND,
          (can) => {
            setCanRedo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
        editor.registerCommand(
          KEY_DOWN_COMMAND,
          (event) => {
            if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
            event.preventDefault();
            setLinking(true);
            return true;
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  );

  const heading = (tag: 'h2' | 'h3') => editor.update(() => $setHeading(here.block === tag ? null : tag));
  const list = (type: ListType, command: (typeof lists)[number][3]) =>
    editor.dispatchCommand(here.block === type ? REMOVE_LIST_COMMAND : command, undefined);
  const groups: Tool[][] = [
    [
      {
        name: 'Undo',
        Icon: Undo2,
        keys: 'Control+Z',
        off: !canUndo,
        act: () => editor.dispatchCommand(UNDO_COMMAND, undefined),
      },
      {
        name: 'Redo',
        Icon: Redo2,
        keys: 'Control+Y',
        off: !canRedo,
        act: () => editor.dispatchCommand(REDO_COMMAND, undefined),
      },
    ],
    [
      { name: 'Heading', Icon: Heading2, pressed: here.block === 'h2', act: () => heading('h2') },
      { name: 'Subheading', Icon: Heading3, pressed: here.block === 'h3', act: () => heading('h3') },
    ],
    [
      {
        name: 'Bold',
        Icon: Bold,
        keys: 'Control+B',
        pressed: here.bold,
        act: () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold'),
      },
      {
        name: 'Italic',
        Icon: Italic,
        keys: 'Control+I',
        pressed: here.italic,
        act: () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'italic'),
      },
      {
        name: 'Link',
        Icon: Link,
        keys: 'Control+K',
        pressed: here.link !== '',
        act: () => setLinking((now) => !now),
      },
    ],
    lists.map(([type, name, Icon, command]) => ({
      ...{ name, Icon, pressed: here.block === type },
      act: () => list(type, command),
    })),
    [
      {
        name: 'Indent less',
        Icon: IndentDecrease,
        off: here.indent <= 0,
        act: () => editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined),
      },
      {
        name: 'Indent more',
        Icon: IndentIncrease,
        off: here.indent >= maxIndent,
        act: () => editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined),
      },
    ],
  ];
  const all = groups.flat();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
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
              const place = all.indexOf(tool);
              return (
                <ToolButton
                  key={tool.name}
                  tool={tool}
                  isStop={place === stop}
                  onFocus={() => setStop(place)}
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
  const { name, Icon, keys, pressed, off = false, act } = tool;
  return (
    <button
      type="button"
      aria-label={name}
      title={keys ? `${name} (${keys.replace('Control', 'Ctrl')})` : name}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!off) act();
      }}
      className="grid size-9 place-items-center rounded-sm text-ink-soft hover:bg-paper-deep hover:text-ink aria-disabled:opacity-40 aria-pressed:bg-press-tint aria-pressed:text-press"
    >
      <Icon className="size-4" />
    </button>
  );
}
