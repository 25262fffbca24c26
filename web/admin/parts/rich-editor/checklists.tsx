import { ListItemNode } from '@lexical/list';
import { CheckListPlugin } from '@lexical/react/LexicalCheckListPlugin';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';

/**
 * Checklists, ticked with the pointer or with Space after the left arrow. The editor would call their items
 * checkboxes, which no list may hold: they stay items, and what they say begins with 'Done' or 'Open' (rich-text.css).
 */
export function Checklists() {
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
