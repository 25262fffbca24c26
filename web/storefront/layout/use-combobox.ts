import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Keyboard and ARIA of a combobox over an input that is already in the page. The list has the id `id`, its options
 * `id-0`, `id-1` and so on. Enter stays the form's as long as no option is active.
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
  const [chosen, setChosen] = useState(-1);
  const shown = open && count > 0;
  const active = shown && chosen < count ? chosen : -1;

  const typed = useEffectEvent(() => {
    setOpen(true);
    setChosen(-1);
    onText(input.value);
  });
  const close = useEffectEvent(() => {
    setOpen(false);
    setChosen(-1);
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') setChosen(active + 1 < count ? active + 1 : 0);
    else if (event.key === 'ArrowUp') setChosen(active > 0 ? active - 1 : count - 1);
    else if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Enter' && active >= 0) onPick(active);
    else return;
    if (event.key.startsWith('Arrow')) setOpen(true);
    event.preventDefault();
  });

  useEffect(() => {
    const done = new AbortController();
    const on = { signal: done.signal };
    input.addEventListener('input', () => typed(), on);
    input.addEventListener('keydown', (event) => pressed(event), on);
    input.addEventListener('blur', () => close(), on);
    input.form?.addEventListener('submit', () => close(), on);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    // What was typed while the code of the list was on its way.
    if (document.activeElement === input && input.value !== input.defaultValue) typed();
    return () => done.abort();
  }, [input]);

  useEffect(() => {
    input.setAttribute('aria-expanded', String(shown));
    mark(input, 'aria-controls', shown ? id : null);
    mark(input, 'aria-activedescendant', active >= 0 ? `${id}-${active}` : null);
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, shown, active]);

  return { open, active };
}

function mark(element: HTMLElement, name: string, value: string | null) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
