import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { CheckListPlugin } from '@lexical/react/LexicalCheckListPlugin';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { HeadingNode, QuoteNode } from '@lexical/rich-text';
import type { EditorState } from 'lexical';
import { useEffect, useId, useState } from 'react';
import { isSafeLink } from '../../../../../shared/link.ts';
import { type RichText, readRichText, writeRichText } from '../../../../../shared/text/rich-text.ts';
import { richTextWords } from '../../../../../shared/text/rich-text-output.ts';
import { Toolbar } from './toolbar.tsx';

const placeholder = 'Enter content...';

/** Changes within this time are undone together (spec §9). */
const undoMergeMs = 1000;

/** The classes that the pages of the shop use (web/ui/styles/rich-text.css). */
const theme = {
  list: {
    checklist: 'checklist',
    listitemChecked: 'checked',
    listitemUnchecked: 'unchecked',
    nested: { listitem: 'nested' },
  },
  text: { underline: 'underline', strikethrough: 'line-through' },
};

type Props = {
  start: RichText;
  labelId: string;
  errorId: string | undefined;
  onChange: (value: string) => void;
};

/** The editor, in its own chunk. */
export default function Surface({ start, labelId, errorId, onChange }: Props) {
  const id = useId();
  const [config] = useState(() => ({
    namespace: 'haat',
    theme,
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode],
    // Without a paragraph, Lexical takes text that is inserted at once (paste, dictation) for the initial state.
    editorState: writeRichText(start.length > 0 ? start : [{ type: 'paragraph', children: [] }]),
    onError(error: Error) {
      throw error;
    },
  }));
  function change(state: EditorState) {
    const text = readRichText(JSON.stringify(state)) ?? [];
    onChange(richTextWords(text) ? writeRichText(text) : '');
  }
  return (
    <LexicalComposer initialConfig={config}>
      <div className="rounded-md bg-card ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-press has-aria-invalid:ring-2 has-aria-invalid:ring-madder">
        <Toolbar controls={id} />
        <div className="relative">
          <RichTextPlugin
            contentEditable={
              <ContentEditable
                id={id}
                aria-labelledby={labelId}
                aria-multiline="true"
                aria-invalid={errorId ? true : undefined}
                aria-describedby={errorId}
                aria-placeholder={placeholder}
                placeholder={
                  <p className="pointer-events-none absolute top-3 left-3.5 text-ink-soft">{placeholder}</p>
                }
                className="rich-text min-h-[150px] px-3.5 py-3 outline-none"
              />
            }
            ErrorBoundary={LexicalErrorBoundary}
          />
        </div>
      </div>
      <HistoryPlugin delay={undoMergeMs} />
      <ListPlugin />
      <Checklists />
      <LinkPlugin validateUrl={isSafeLink} />
      <OnChangePlugin ignoreSelectionChange onChange={change} />
    </LexicalComposer>
  );
}

/**
 * Checklists. A click, or Space after the left arrow, checks an item. Lexical gives the items the role of checkboxes,
 * which a list must not contain. The role is removed, and the text starts with 'Done' or 'Open' (rich-text.css).
 */
function Checklists() {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      editor.registerMutationListener(ListItemNode, (changed) => {
        for (const key of changed.keys()) {
          const item = editor.getElementByKey(key);
          item?.removeAttribute('role');
          item?.removeAttribute('aria-checked');
        }
      }),
    [editor],
  );
  return <CheckListPlugin />;
}
