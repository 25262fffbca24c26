import type { Root } from 'react-dom/client';
import { type IslandName, islands } from './registry.ts';

/** `<haat-island>`: loads and hydrates its part of the page when it gets the attribute `wanted`. */
export class IslandElement extends HTMLElement {
  static observedAttributes = ['wanted'];
  #isStarted = false;
  #root: Root | undefined;

  attributeChangedCallback(_name: string, _before: string | null, wanted: string | null) {
    if (wanted !== null && !this.#isStarted) this.#start();
  }

  disconnectedCallback() {
    // An island around this one may have moved it.
    queueMicrotask(() => {
      if (!this.isConnected) this.#root?.unmount();
    });
  }

  async #start() {
    this.#isStarted = true;
    try {
      // Many browsers never request a script again that they could not load.
      if (!navigator.onLine) throw new Error('There is no network.');
      const load = islands[this.dataset.name as IslandName];
      const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), load()]);
      if (this.isConnected) this.#root = hydrate(this, component);
    } catch (error) {
      console.warn('A part of the page could not be loaded.', error);
      // The next interaction tries again.
      this.#isStarted = false;
      this.removeAttribute('wanted');
      this.dispatchEvent(new Event('failed', { bubbles: true }));
    }
  }
}
