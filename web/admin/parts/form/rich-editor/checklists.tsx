import { ListItemNode } from '@lexical/list';
import { CheckListPlugin } from '@lexical/react/LexicalCheckListPlugin';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';

/**
 * Checklists. A click, or Space after the left arrow, checks an item. Lexical gives the items the role of checkboxes,
 * which a list must not contain. The role is removed, and the text starts with 'Done' or 'Open' (rich-text.css).
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
