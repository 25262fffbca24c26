// @ts-check
/**
 * The sandbox's stand-in for the provider's checkout.js: the same `Razorpay` class with the same options and events
 * (razorpay §5). The window itself is a module that loads meanwhile.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL('checkout/', script.src);
  const load = () => import(new URL('window.js', base).href);
  load()
    .then((module) => module.preload(base))
    .catch(() => {});

  class Razorpay {
    /** @type {Record<string, any>} */
    #options;
    /** @type {Map<string, ((detail: unknown) => void)[]>} */
    #listeners = new Map();
    /** @type {{ close(): void } | undefined} */
    #window;
    #isOpen = false;

    /** @param {Record<string, any>} options */
    constructor(options) {
      if (!options?.key) throw new Error('`key` is a required field');
      this.#options = options;
    }

    /**
     * @param {string} event
     * @param {(detail: unknown) => void} listener
     */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }

    open() {
      if (this.#isOpen) return;
      this.#isOpen = true;
      this.#show().catch(() => {
        this.#isOpen = false;
        this.#options.modal?.ondismiss?.();
      });
    }

    close() {
      this.#isOpen = false;
      this.#window?.close();
    }

    async #show() {
      const { openWindow } = await load();
      const opened = await openWindow(base, this.#options, {
        /** @param {unknown} detail */
        failed: (detail) => {
          for (const listener of this.#listeners.get('payment.failed') ?? []) listener(detail);
        },
        closed: () => {
          this.#isOpen = false;
          this.#window = undefined;
        },
      });
      this.#window = opened;
      // close() was called while the window was still loading.
      if (!this.#isOpen) opened.close();
    }
  }

  Object.assign(window, { Razorpay });
})();
