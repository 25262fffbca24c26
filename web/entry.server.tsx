import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { ServerRouter } from 'react-router';
import wake from './wake.js?raw';

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
        const html = picturesFirst(Buffer.concat(chunks).toString());
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

/** On Lighthouse's slow phone the first picture shows after 2 s instead of 3 when no script stands in its way. */
function picturesFirst(html: string): string {
  if (!import.meta.env.PROD || !html.includes('fetchPriority="high"')) return html;
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', () => `<script>${wake}</script><script type="text/later">`);
}
