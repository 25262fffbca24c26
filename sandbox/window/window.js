// @ts-check
import { group, isFuture, paint } from './fields.js';
import { call, fetchText, send } from './requests.js';

/**
 * @typedef {Record<string, any>} Options
 * @typedef {{ failed(detail: unknown): void, closed(): void }} Events
 * @typedef {{ status: string, payment_id?: string, response?: Record<string, string>, error?: { description: string } }} State
 */

const pollMs = 2000;
/** @type {Promise<[string, CSSStyleSheet]> | undefined} */
let parts;

/** @param {URL} base */
export function preload(base) {
  parts ??= Promise.all([
    fetchText(new URL('window.html', base)),
    fetchText(new URL('window.css', base)).then((css) => new CSSStyleSheet().replace(css)),
  ]);
  parts.catch(() => {
    parts = undefined;
  });
  return parts;
}

/**
 * Opens the payment window over the page. It ends with exactly one of the options' handler, callback_url and
 * modal.ondismiss.
 * @param {URL} base
 * @param {Options} options
 * @param {Events} events
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the state of one window
export async function openWindow(base, options, events) {
  const [html, sheet] = await preload(base);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.innerHTML = html;
  document.body.append(host);
  const overflow = document.documentElement.style.overflow;
  document.documentElement.style.overflow = 'hidden';

  const dialog = /** @type {HTMLDialogElement} */ (root.querySelector('dialog'));
  /** @param {string} id @returns {any} */
  const part = (id) => root.getElementById(id);
  const names = { key_id: options.key ?? '', order_id: options.order_id ?? '' };
  /** @type {{ order: { amount: number }, cards: string[], upi_ids: string[], reasons: { reason: string, label: string }[] } | undefined} */
  let facts;
  let method = 'card';
  let busy = false;
  let over = false;
  let pending = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  fill();
  listen();
  dialog.showModal();
  if (options.timeout > 0) clock = setTimeout(dismiss, options.timeout * 1000);
  await loadOrder();
  return { close: dismiss };

  function fill() {
    part('shop').textContent = options.name || 'Payment';
    part('about').textContent = options.description ?? '';
    part('about').hidden = !options.description;
    showAmount(Number(options.amount));
    paint(host, options.theme?.color);
    if (options.prefill?.method === 'upi') choose('upi');
    part('vpa').value = options.prefill?.vpa ?? '';
  }

  /** @param {number} paise */
  function showAmount(paise) {
    const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    const amount = Number.isFinite(paise) ? money.format(paise / 100) : '';
    part('amount').textContent = amount;
    part('submit').textContent = `Pay ${amount}`.trim();
  }

  async function loadOrder() {
    try {
      facts = await call(new URL(`preferences?${new URLSearchParams(names)}`, base));
    } catch (error) {
      showProblem(error);
      part('pay').hidden = true;
      part('endings').hidden = true;
      return;
    }
    showAmount(Number(facts?.order.amount));
    for (const { reason, label } of facts?.reasons ?? []) part('reason').append(new Option(label, reason));
  }

  function listen() {
    part('close').addEventListener('click', askToLeave);
    part('stay').addEventListener('click', () => view('pay', 'endings'));
    part('go').addEventListener('click', dismiss);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (options.modal?.escape !== false) askToLeave();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog && options.modal?.backdropclose) askToLeave();
    });
    for (const tab of root.querySelectorAll('[role=tab]')) {
      tab.addEventListener('click', () => choose(String(tab.getAttribute('aria-controls'))));
    }
    root.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return;
      event.preventDefault();
      choose(key === 'Home' ? 'card' : key === 'End' || method === 'card' ? 'upi' : 'card');
      part(`${method}-tab`).focus();
    });
    part('number').addEventListener('input', () => group(part('number'), /.{1,4}/g, ' '));
    part('expiry').addEventListener('input', () => group(part('expiry'), /^\d{2}(?=\d)|.+/g, '/'));
    part('fill-card').addEventListener('click', () => {
      part('number').value = '4100 2800 0000 1007';
      part('expiry').value = `12/${String(new Date().getFullYear() + 2).slice(-2)}`;
      part('cvv').value = '123';
      clearErrors();
      part('submit').focus();
    });
    for (const button of root.querySelectorAll('[data-vpa]')) {
      button.addEventListener('click', () => {
        part('vpa').value = button.getAttribute('data-vpa');
        clearErrors();
        part('submit').focus();
      });
    }
    part('pay').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      if (isValid()) attempt(part('submit'), { card_number: part('number').value, vpa: part('vpa').value });
    });
    part('fail').addEventListener('click', () =>
      attempt(part('fail'), { ending: 'fail', reason: part('reason').value }),
    );
    part('pend').addEventListener('click', () => attempt(part('pend'), { ending: 'pending' }));
  }

  /** @param {string} chosen */
  function choose(chosen) {
    method = chosen;
    for (const name of ['card', 'upi']) {
      part(name).hidden = name !== chosen;
      part(`${name}-tab`).setAttribute('aria-selected', String(name === chosen));
      part(`${name}-tab`).tabIndex = name === chosen ? 0 : -1;
    }
  }

  function isValid() {
    clearErrors();
    if (method === 'upi') {
      const known = facts?.upi_ids.includes(part('vpa').value.trim().toLowerCase());
      return known || reject('vpa', `Use ${facts?.upi_ids.join(' or ')}`);
    }
    const checks = [
      facts?.cards.includes(part('number').value.replace(/\D/g, '')) ||
        reject(
          'number',
          part('number').value ? 'This is not a test card' : 'Enter the number of a test card',
        ),
      isFuture(part('expiry').value) || reject('expiry', 'Enter a future month as MM/YY'),
      /^\d{3,4}$/.test(part('cvv').value) || reject('cvv', 'Enter 3 digits'),
    ];
    return checks.every(Boolean);
  }

  /** @param {string} field @param {string} message */
  function reject(field, message) {
    part(`${field}-error`).textContent = message;
    part(field).setAttribute('aria-invalid', 'true');
    if (!root.activeElement?.hasAttribute('aria-invalid')) part(field).focus();
    return false;
  }

  function clearErrors() {
    for (const field of ['number', 'expiry', 'cvv', 'vpa']) {
      part(`${field}-error`).textContent = '';
      part(field).removeAttribute('aria-invalid');
    }
  }

  /** @param {HTMLButtonElement} button @param {Record<string, string>} choice */
  async function attempt(button, choice) {
    if (busy || over) return;
    setBusy(button, true);
    part('problem').hidden = true;
    const { email, contact } = options.prefill ?? {};
    const amount = options.amount === undefined ? undefined : Number(options.amount);
    try {
      showState(
        await call(new URL('payments', base), { ...names, ...choice, amount, method, email, contact }),
      );
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(button, false);
    }
  }

  /** @param {HTMLElement} button @param {boolean} on */
  function setBusy(button, on) {
    busy = on;
    button.classList.toggle('busy', on);
    dialog.setAttribute('aria-busy', String(on));
    for (const button of root.querySelectorAll('button')) button.setAttribute('aria-disabled', String(on));
    part('status').textContent = on ? 'Waiting for the bank…' : '';
  }

  /** @param {State} state */
  function showState(state) {
    if (over) return;
    if (state.status === 'paid' && state.response) return succeed(state.response);
    if (state.status === 'failed') return fail(state.error);
    if (!pending) {
      pending = true;
      view('pending');
    }
    setTimeout(() => watch(String(state.payment_id)), pollMs);
  }

  /** @param {string} paymentId */
  async function watch(paymentId) {
    if (over) return;
    const address = new URL(`payments/${paymentId}?${new URLSearchParams(names)}`, base);
    showState(await call(address).catch(() => ({ status: 'pending', payment_id: paymentId })));
  }

  /** @param {Record<string, string>} response */
  function succeed(response) {
    end();
    if (options.callback_url && (options.redirect || !options.handler)) send(options.callback_url, response);
    else options.handler?.(response);
  }

  /** @param {any} error */
  function fail(error) {
    pending = false;
    view('pay', 'endings');
    showProblem(new Error(error.description));
    events.failed({ error });
    if (options.callback_url && options.redirect) {
      const { metadata, ...fields } = { ...error, metadata: JSON.stringify(error.metadata) };
      const named = Object.entries({ ...fields, metadata }).map(([name, value]) => [`error[${name}]`, value]);
      end();
      send(options.callback_url, Object.fromEntries(named));
    } else if (options.retry === false || options.retry?.enabled === false) {
      part('problem').textContent = error.description;
      view();
      part('close').focus();
    }
  }

  /** @param {unknown} error */
  function showProblem(error) {
    part('problem').textContent = error instanceof Error ? error.message : 'Something went wrong. Try again.';
    part('problem').hidden = false;
    dialog.scrollTo({ top: 0 });
  }

  /** Shows these parts of the body and no others. @param {string[]} shown */
  function view(...shown) {
    const wasHidden = part('pay').hidden;
    for (const name of ['pay', 'endings', 'pending', 'leave']) part(name).hidden = !shown.includes(name);
    if (shown.length === 1) part(`${shown[0]}-title`).focus();
    else if (wasHidden) part('submit').focus();
  }

  function askToLeave() {
    if (busy) return;
    const asks = options.modal?.confirm_close && !pending && part('leave').hidden && !part('pay').hidden;
    if (!asks) return dismiss();
    part('problem').hidden = true;
    view('leave');
  }

  function dismiss() {
    if (over) return;
    end();
    options.modal?.ondismiss?.();
  }

  function end() {
    over = true;
    clearTimeout(clock);
    dialog.close();
    host.remove();
    document.documentElement.style.overflow = overflow;
    events.closed();
  }
}
