/*
 * Goes inline into pages that open with a picture or have a form. What is pressed, chosen or submitted before the app
 * is alive is held, and done when it is. A page with a picture is complete without the app's scripts, so they leave
 * the line to the picture and the fonts: they come once the page has loaded and is painted, or as soon as somebody
 * touches it.
 */
(() => {
  const patience = 4000;
  const touches = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  const alive = new AbortController();
  const { signal } = alive;
  const held = [];
  let awake = false;

  function wake() {
    const later = document.querySelector('script[type="text/later"]');
    if (awake || !later) return;
    awake = true;
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = 'modulepreload';
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = later.textContent;
    document.head.append(script);
  }

  function holdPress({ target }) {
    const button = target.closest('button[type="button"]');
    if (button) held.push(() => button.click());
  }

  function holdChoice({ target }) {
    const { type, checked, value } = target;
    held.push(() => {
      if (type === 'checkbox' || type === 'radio') {
        // A click turns it over: seen from its other side, that is the choice again.
        target.checked = !checked;
        target.click();
      } else if (type === 'select-one') {
        target.value = value;
        target.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
  }

  function holdForm(event) {
    const { target: form, submitter } = event;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    held.push(() => form.requestSubmit(submitter));
  }

  for (const touch of touches) addEventListener(touch, wake, { signal, passive: true });
  addEventListener('click', holdPress, { signal });
  addEventListener('change', holdChoice, { signal });
  addEventListener('submit', holdForm, { signal });
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(wake)), { signal });
  setTimeout(wake, patience);
  addEventListener(
    'alive',
    () => {
      alive.abort();
      // Each in a task of its own: React has then rendered what the one before it changed.
      for (const done of held) setTimeout(done);
    },
    { once: true },
  );
})();
