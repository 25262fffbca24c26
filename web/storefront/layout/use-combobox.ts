import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Adds the keyboard control and ARIA attributes of a combobox to an existing input. The list has the id `id`, its
 * options have `id-0`, `id-1` and so on. Enter submits the form if no option is active.
 */
export function useCombobox(
  input: HTMLInputElement,
  {
    id,
    count,
    onText,
    onPick,
  }: { id: string; count: number; onText: (text: string) => void; onPick: (index: number) => void },
): { open: boolean; active: number } {
  const [open, setOpen] = useState(false);
  const [highlighted, setHighlighted] = useState(-1);
  const shown = open && count > 0;
  const active = shown && highlighted < count ? highlighted : -1;

  const onInput = useEffectEvent(() => {
    setOpen(true);
    setHighlighted(-1);
    onText(input.value);
  });
  const close = useEffectEvent(() => {
    setOpen(false);
    setHighlighted(-1);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') setHighlighted(active + 1 < count ? active + 1 : 0);
    else if (event.key === 'ArrowUp') setHighlighted(active > 0 ? active - 1 : count - 1);
    else if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Enter' && active >= 0) onPick(active);
    else return;
    if (event.key.startsWith('Arrow')) setOpen(true);
    event.preventDefault();
  });

  useEffect(() => {
    const listeners = new AbortController();
    const on = { signal: listeners.signal };
    input.addEventListener('input', () => onInput(), on);
    input.addEventListener('keydown', (event) => onKeyDown(event), on);
    input.addEventListener('blur', () => close(), on);
    input.form?.addEventListener('submit', () => close(), on);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    // The user may have typed while this code was loading.
    if (document.activeElement === input && input.value !== input.defaultValue) onInput();
    return () => listeners.abort();
  }, [input]);

  useEffect(() => {
    input.setAttribute('aria-expanded', String(shown));
    setAttribute(input, 'aria-controls', shown ? id : null);
    setAttribute(input, 'aria-activedescendant', active >= 0 ? `${id}-${active}` : null);
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, shown, active]);

  return { open, active };
}

function setAttribute(element: HTMLElement, name: string, value: string | null) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
