import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to what the address names after `#` and focuses it: a field by its label (`#field=GSTIN`), or a section by
 * its id. A page whose data are still loading shows it later.
 */
export function useShownField(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (!hash) return;
    const observer = new MutationObserver(() => show());
    const stop = () => observer.disconnect();
    function show() {
      const found = elementFor(hash);
      if (!found) return;
      stop();
      reveal(found);
    }
    observer.observe(document.body, { childList: true, subtree: true });
    show();
    // Whoever has begun to work on the page stays where they are.
    addEventListener('pointerdown', stop, { once: true });
    addEventListener('keydown', stop, { once: true });
    return () => {
      stop();
      removeEventListener('pointerdown', stop);
      removeEventListener('keydown', stop);
    };
    // Not only after a change of its hash: the same link can be followed again.
  }, [location]);
}

function elementFor(hash: string): HTMLElement | undefined {
  const label = new URLSearchParams(hash.slice(1)).get('field');
  if (!label) return document.getElementById(hash.slice(1)) ?? undefined;
  return [...document.querySelectorAll<HTMLElement>('main :is(label, legend, summary, h2, h3)')].find(
    (element) => labelText(element) === label,
  );
}

/** The text of a label without the note that its field is optional. */
const labelText = (element: Element) =>
  (element.textContent ?? '')
    .replace(/\s*\(Optional\)$/, '')
    .replace(/\s+/g, ' ')
    .trim();

const controls = 'input:not([type=hidden]), select, textarea, button';

function reveal(element: HTMLElement): void {
  for (let details = element.closest('details'); details; ) {
    details.open = true;
    details = details.parentElement?.closest('details') ?? null;
  }
  const area = element.closest('fieldset, section') ?? element.parentElement;
  const control =
    element instanceof HTMLLabelElement
      ? element.control
      : element.matches('section, summary')
        ? element
        : area?.querySelector<HTMLElement>(controls);
  element.scrollIntoView({ block: element.matches('section') ? 'start' : 'center' });
  if (!control) return;
  if (control.matches('section')) control.tabIndex = -1;
  control.focus({ preventScroll: true });
}
