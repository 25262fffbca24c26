/*
 * Inlined into pages that open with a picture or contain a form. Clicks, choices, typed text and submissions before
 * hydration are queued and repeated after it. On pages that open with a picture, the app's scripts are deferred so that the picture
 * and the fonts load first: they are requested when the page is loaded and painted, or at the first interaction.
 */
(() => {
  const maxDelayMs = 4000;
  const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  const hydrated = new AbortController();
  const { signal } = hydrated;
  const queue = [];
  let isStarted = false;

  function startApp() {
    const deferred = document.querySelector('script[type="text/deferred"]');
    if (isStarted || !deferred) return;
    isStarted = true;
    for (const link of document.querySelectorAll('link[rel="deferred"]')) link.rel = 'modulepreload';
    const script = document.createElement('script');
    script.type = 'module';
    // The hash in the page's policy decides whether this text may run.
    const policy = window.trustedTypes?.createPolicy('boot', { createScript: (text) => text });
    script.textContent = policy?.createScript(deferred.textContent) ?? deferred.textContent;
    document.head.append(script);
  }

  function queueClick({ target }) {
    const button = target.closest('button[type="button"]');
    if (button) queue.push(() => button.click());
  }

  function queueChange({ target }) {
    const { type, checked, value } = target;
    queue.push(() => {
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

  function queueInput({ target }) {
    if (target.matches('input:not([type="checkbox"], [type="radio"])'))
      queue.push(() => target.dispatchEvent(new Event('input', { bubbles: true })));
  }

  function queueSubmit(event) {
    const { target: form, submitter } = event;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    queue.push(() => form.requestSubmit(submitter));
  }

  for (const type of interactions) addEventListener(type, startApp, { signal, passive: true });
  addEventListener('click', queueClick, { signal });
  addEventListener('change', queueChange, { signal });
  addEventListener('input', queueInput, { signal });
  addEventListener('submit', queueSubmit, { signal });
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(startApp)), { signal });
  setTimeout(startApp, maxDelayMs);
  addEventListener(
    'hydrated',
    () => {
      hydrated.abort();
      // One task each, so that React renders the result of one before the next.
      for (const repeat of queue) setTimeout(repeat);
    },
    { once: true },
  );
})();
