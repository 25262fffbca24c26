/*
 * Inlined into pages with islands or with a form. Clicks, choices, typed text and submissions before hydration are
 * queued and repeated after it. An island with a sign of use gets the attribute `wanted`, which starts it. The script of
 * a page with islands is requested when the page is loaded and painted, or at the first interaction.
 */
(() => {
  const { entry, runtime } = document.currentScript.dataset;
  const interactions = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  const hydrated = new AbortController();
  const { signal } = hydrated;
  let queue = [];
  let isStarted = !entry;

  function start() {
    if (isStarted) return;
    isStarted = true;
    const load = runtime ? import(runtime).then(() => import(entry)) : import(entry);
    // The next interaction tries again.
    load.catch(() => {
      isStarted = false;
    });
  }

  /** The part of the page with this element, if it is not hydrated. */
  function partOf(target) {
    if (!entry) return document;
    const island = target.closest?.('haat-island');
    return island && !('hydrated' in island.dataset) ? island : null;
  }

  function notice({ target }) {
    start();
    if (entry) partOf(target)?.setAttribute('wanted', '');
  }

  function add(event, repeat) {
    notice(event);
    if (partOf(event.target)) queue.push({ target: event.target, repeat });
  }

  function queueClick(event) {
    const button = event.target.closest('button[type="button"], a[data-repeat]');
    if (!button) return notice(event);
    if (button.localName === 'a') {
      if (!partOf(button) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
    }
    add(event, () => button.click());
  }

  function queueChange(event) {
    const { target } = event;
    const { type, checked, value } = target;
    add(event, () => {
      if (type === 'checkbox' || type === 'radio') {
        // The click inverts the state, so start from the opposite one.
        target.checked = !checked;
        target.click();
      } else if (type === 'select-one') {
        target.value = value;
        target.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
  }

  function queueInput(event) {
    const { target } = event;
    if (target.matches('input:not([type="checkbox"], [type="radio"])'))
      add(event, () => target.dispatchEvent(new Event('input', { bubbles: true })));
  }

  function queueSubmit(event) {
    const { target: form, submitter } = event;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    add(event, () => form.requestSubmit(submitter));
  }

  for (const type of interactions) addEventListener(type, notice, { signal, passive: true });
  addEventListener('scroll', start, { signal, passive: true });
  addEventListener('click', queueClick, { signal });
  addEventListener('change', queueChange, { signal });
  addEventListener('input', queueInput, { signal });
  addEventListener('submit', queueSubmit, { signal });
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(start)), { signal });
  addEventListener('hydrated', ({ target }) => {
    const isReady = (each) => target === window || target.contains(each.target);
    // One task each, so that React renders the result of one before the next.
    for (const { repeat } of queue.filter(isReady)) setTimeout(repeat);
    queue = queue.filter((each) => !isReady(each));
    if (target === window) hydrated.abort();
  });
})();
