type Policy = { createHTML(html: string): string };

declare global {
  interface Window {
    /** Absent where the browser has no Trusted Types; then every string is accepted. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: {
          createHTML(html: string): string | null;
          createScriptURL?(url: string): string | null;
        },
      ): Policy;
    };
  }
}

const policy = globalThis.window?.trustedTypes?.createPolicy('shop-html', { createHTML: (html) => html });

/** Marks HTML that the server has sanitised as trusted (threats T-HDR-09). Other HTML must not be passed. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html;

/** `public/sw.js` (decision 131). */
export const serviceWorkerPath = '/sw.js';

/**
 * Accepts what React inserts as strings: an empty script element to create one, and the text of structured data, which
 * contains no tag. Of addresses of scripts it accepts the service worker. Everything else is blocked.
 */
export function protectFromOtherHtml(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === '<script></script>' || !html.includes('<') ? html : null),
    createScriptURL: (url) => (url === serviceWorkerPath ? url : null),
  });
}
