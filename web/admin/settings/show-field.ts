import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to what the address names after `#` and focuses it: a field by its label, which may occur in several sections
 * (`#field=Name&in=Holidays`), or a section by its id. A page whose data are still loading shows it later.
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
    // A person who has begun to work on the page stays where they are.
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
  const wanted = new URLSearchParams(hash.slice(1));
  const label = wanted.get('field');
  if (!label) return document.getElementById(hash.slice(1)) ?? undefined;
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return undefined;
  const section = wanted.get('in');
  const heading = section ? labelled(main, 'legend, h2, h3', section) : undefined;
  const area = heading?.closest<HTMLElement>('section, fieldset, li') ?? main;
  // The section, if it shows the field only sometimes.
  return labelled(area, 'label, legend, summary, h2, h3, p', label) ?? heading;
}

/** The first element with this text, or with one that begins so, as those of rows do that are numbered. */
function labelled(area: HTMLElement, selector: string, text: string): HTMLElement | undefined {
  const all = [...area.querySelectorAll<HTMLElement>(selector)];
  return (
    all.find((element) => labelText(element) === text) ??
    all.find((element) => !element.matches('p') && labelText(element).startsWith(text))
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
  const area = element.matches('p') ? element.parentElement : element.closest('fieldset, section, form');
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
