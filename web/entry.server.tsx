import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { ServerRouter } from 'react-router';
import wake from './boot.js?raw';

export { shopContext } from './shop-context.ts';

/**
 * Renders a page to its end: the same page serves every visitor, so it is kept whole, hashed and compressed,
 * and nothing is gained by sending it in pieces.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        const html = withBootScript(Buffer.concat(chunks).toString());
        resolve(new Response(html, { status: failed ? 500 : status, headers }));
        next();
      },
    });
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError() {
        failed = true;
      },
    });
  });
}

const appScript = '<script type="module" async="">';

/** Gives wake.js to the pages that need it. */
function withBootScript(html: string): string {
  if (!import.meta.env.PROD) return html;
  const waking = `<script>${wake}</script>`;
  // On Lighthouse's slow phone the first picture shows after 2 s instead of 3 when no script stands in its way.
  if (html.includes('fetchPriority="high"')) {
    return html
      .replaceAll('<link rel="modulepreload"', '<link rel="later"')
      .replace(appScript, () => `${waking}<script type="text/later">`);
  }
  // A form sent before the app is alive would be lost.
  return html.includes('method="post"') ? html.replace(appScript, () => waking + appScript) : html;
}
