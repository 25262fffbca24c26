import { type RefObject, useEffect, useEffectEvent } from 'react';

type Clipboard = {
  isOff: boolean;
  onCopy: () => string;
  onCut: () => void;
  onPaste: (text: string) => void;
};

/** Copies, cuts and pastes text while the focus is in an element. */
export function useClipboard(
  box: RefObject<HTMLElement | null>,
  { isOff, onCopy, onCut, onPaste }: Clipboard,
): void {
  const onEvent = useEffectEvent((event: Event) => {
    if (isOff) return;
    event.preventDefault();
    if (!(event instanceof ClipboardEvent) || !event.clipboardData) return;
    if (event.type === 'paste') return onPaste(event.clipboardData.getData('text/plain'));
    if (!['copy', 'cut'].includes(event.type)) return;
    event.clipboardData.setData('text/plain', onCopy());
    if (event.type === 'cut') onCut();
  });
  useEffect(() => {
    const element = box.current;
    // Safari asks before each of them whether there is anything to do.
    const names = ['copy', 'cut', 'paste', 'beforecopy', 'beforecut', 'beforepaste'];
    const listener = (event: Event) => onEvent(event);
    for (const name of names) element?.addEventListener(name, listener);
    return () => {
      for (const name of names) element?.removeEventListener(name, listener);
    };
  }, [box]);
}
