import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import bootScript from './boot.js?raw';

export { shopContext } from './shop-context.ts';

/** How the server observes a render. */
export const renderContext = createContext<{
  /** Marks the inline scripts of this render as the shop's own. The server removes it and allows them by hash. */
  nonce: string;
  /** Whether this page is for all missing addresses of its kind. Others stay empty. */
  showsMissing: boolean;
  reportError: (error: unknown) => void;
}>();

/** Reports the error of a loader. A page that does not exist is not an error. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!isRouteErrorResponse(error) || error.status >= 500) context.get(renderContext).reportError(error);
}

/**
 * Renders a complete page. The server caches, hashes and compresses each page for all visitors, so streaming would
 * gain nothing.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, showsMissing, reportError } = loadContext.get(renderContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The server then shows the page for all missing addresses, which it has cached.
  const isMissing = status === 404 && !showsMissing;
  if (request.method === 'HEAD' || isMissing) return new Response(null, { status, headers });
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        const html = withBootScript(Buffer.concat(chunks).toString(), nonce);
        resolve(new Response(html, { status: failed ? 500 : status, headers }));
        next();
      },
    });
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={context} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError(error) {
          failed = true;
          reportError(error);
        },
      },
    );
  });
}

/** Adds `boot.js` to the pages that need it, and defers the app's scripts on pages that open with a picture. */
function withBootScript(html: string, nonce: string): string {
  if (!import.meta.env.PROD) return html;
  // React Router's inline module script; `entry.server.test.tsx` fails when React Router changes it.
  const appScript = `<script nonce="${nonce}" type="module" async="">`;
  const boot = `<script nonce="${nonce}">${bootScript}</script>`;
  // With Lighthouse's slow phone, the first picture appears after 2 s instead of 3 s if no script delays it.
  if (html.includes('fetchPriority="high"')) {
    return html
      .replaceAll('<link rel="modulepreload"', '<link rel="deferred"')
      .replace(appScript, () => `${boot}<script nonce="${nonce}" type="text/deferred">`);
  }
  // Without boot.js, a form that is submitted before hydration would lose its input.
  return html.includes('method="post"') ? html.replace(appScript, () => boot + appScript) : html;
}
