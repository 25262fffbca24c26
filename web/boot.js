/*
 * Inlined into pages with islands or with a form. Clicks, choices, typed text, submissions and touches of what a touch
 * stops, before hydration, are queued and repeated after it. An island with a sign of use gets the attribute `wanted`,
 * which starts it. The script of a page with islands is requested when the page is loaded and painted, or at the first
 * interaction, but not without a network: many browsers never request a script again that they could not load. If scripts
 * no longer exist, because the shop was updated, or can't be loaded although there is a network, the page is reloaded.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the scope of a script that is inlined into pages
(() => {
  const { entry, runtime } = document.currentScript.dataset;
  const repeatable = 'a, button, form, input, select, textarea';
  const interactions = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  const hydrated = new AbortController();
  const { signal } = hydrated;
  const dispatch = (element, type) => element.dispatchEvent(new Event(type, { bubbles: true }));
  let queue = [];
  let isStarted = !entry;
  let failures = 0;

  // Elsewhere, all of the page is laid out at once: the browser scrolls to where it was left, or to an element.
  const [{ type }] = performance.getEntriesByType('navigation');
  if (entry && type === 'navigate' && !location.hash) document.documentElement.classList.add('first-view');

  function start() {
    if (isStarted || !navigator.onLine) return;
    isStarted = true;
    const load = runtime ? import(runtime).then(() => import(entry)) : import(entry);
    // The next interaction tries again.
    load.catch(() => {
      isStarted = false;
      explain();
    });
  }

  /** Tells why what was done is not repeated yet, or reloads the page if only that helps. */
  async function explain() {
    // The shop knows, wherever the script comes from.
    const { pathname } = new URL(entry, location);
    const reply = await fetch(pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    // A page that names the same script again is not reloaded again.
    const isStuck = reply?.ok && navigator.onLine && ++failures > 1;
    if ((reply?.status === 404 || isStuck) && history.state?.missing !== entry) {
      history.replaceState({ ...history.state, missing: entry }, '');
      return location.reload();
    }
    showFailure(queue.length > 0);
  }

  function showFailure(isShown) {
    const message = document.querySelector('[data-load-failure]');
    if (message) message.hidden = !isShown;
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

  function add(event, element, repeat) {
    notice(event);
    const part = partOf(element);
    if (!part) return;
    // The target may be in an island of its own within this one.
    if (entry) part.setAttribute('wanted', '');
    // React replaces the elements of a part that the browser has translated, and no key of theirs survives.
    const elements = () => [...part.querySelectorAll(repeatable)];
    const index = elements().indexOf(element);
    const find = () => (element.isConnected ? element : elements()[index]);
    queue.push({ part, repeat: () => find() && repeat(find()) });
    if (!navigator.onLine) showFailure(true);
  }

  function queueClick(event) {
    const button = event.target.closest('button[type="button"], a[data-repeat]');
    if (!button) return notice(event);
    if (button.localName === 'a') {
      if (!partOf(button) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
    }
    add(event, button, (found) => found.click());
  }

  function queueTouch(event) {
    const element = event.target.closest?.('[data-repeat-touch]');
    if (element) add(event, element, (found) => dispatch(found, 'touchstart'));
  }

  function queueField(event) {
    const { target } = event;
    const { type, checked, value } = target;
    const isToggle = type === 'checkbox' || type === 'radio';
    if ((event.type === 'change') !== (isToggle || type === 'select-one')) return;
    add(event, target, (field) => {
      // A click inverts the state, so start from the opposite one.
      if (isToggle) field.checked = !checked;
      else if (field !== target || type === 'select-one') field.value = value;
      if (isToggle) field.click();
      else dispatch(field, event.type);
    });
  }

  function queueSubmit(event) {
    const { target: form, submitter } = event;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    // A submitter of a form that was replaced would not be its own.
    add(event, form, (found) => found.requestSubmit(found === form ? submitter : null));
  }

  for (const type of interactions) addEventListener(type, notice, { signal, passive: true });
  addEventListener('scroll', start, { signal, passive: true });
  addEventListener('click', queueClick, { signal });
  addEventListener('touchstart', queueTouch, { signal, passive: true });
  addEventListener('change', queueField, { signal });
  addEventListener('input', queueField, { signal });
  addEventListener('submit', queueSubmit, { signal });
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(start)), { signal });
  addEventListener('failed', explain);
  addEventListener('online', () => {
    start();
    for (const { part } of queue) part.setAttribute?.('wanted', '');
  });
  addEventListener('hydrated', ({ target }) => {
    const isReady = ({ part }) => target === window || target === part;
    // One task each, so that React renders the result of one before the next.
    for (const { repeat } of queue.filter(isReady)) setTimeout(repeat);
    queue = queue.filter((act) => !isReady(act) && act.part.isConnected);
    if (queue.length === 0) showFailure(false);
    if (target === window) hydrated.abort();
  });
})();
