import { useEffect, useEffectEvent } from 'react';

/** What a key does in the list: a step to the next or previous row, or an action in the current one. */
export type ListKey = 'next' | 'previous' | 'toggle' | 'open' | 'pack' | 'ship';
const keys: Record<string, ListKey> = {
  j: 'next',
  k: 'previous',
  x: 'toggle',
  Enter: 'open',
  p: 'pack',
  s: 'ship',
};

/** Keys of a list: j and k, x, Enter, p and s, unless a field, a control or a dialog has the focus. */
export function useListKeys(onKey: (key: ListKey) => void): void {
  const report = useEffectEvent(onKey);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = keys[event.key];
      if (!key || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
        return;
      const isControl = event.target instanceof Element && event.target.closest(controlsOf(key));
      if (isControl) return;
      event.preventDefault();
      report(key);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A checkbox or link needs Enter itself, and no letter. */
const controlsOf = (key: ListKey) =>
  key === 'open'
    ? 'input, textarea, select, button, a, summary, [contenteditable]'
    : 'input:not([type=checkbox]), textarea, select, [contenteditable]';
