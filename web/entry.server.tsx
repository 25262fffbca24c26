import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import bootScript from './boot.js?raw';
import { type SectionFailures, SectionFailuresContext } from './sections/failures.ts';
import { setAssetsUrl, withAssetUrls } from './ui/asset-url.ts';

export { shopContext } from './shop-context.ts';

/** How the server observes a render. */
export const renderContext = createContext<{
  /** Marks the inline scripts of this render as the shop's own. The server removes it and allows them by hash. */
  nonce: string;
  /** Whether this page is for all missing addresses of its kind. Others stay empty. */
  showsMissing: boolean;
  reportError: (error: unknown) => void;
  /** Reports that a section could not be rendered; the page is complete but for it. */
  reportSection: (error: unknown, id: string) => void;
  /** Where browsers get assets and pictures; empty: from the shop. */
  assetsUrl: string;
  /** Receives the HTML of the page. Its response has no body, which would encode and decode the HTML (decision 61). */
  takeHtml: (html: string) => void;
}>();

/** Reports the error of a loader. A page that does not exist is not an error. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!isRouteErrorResponse(error) || error.status >= 500) context.get(renderContext).reportError(error);
}

/**
 * Renders a complete page in one go. The server caches, hashes and compresses each page for all visitors, so streaming
 * would gain nothing (decision 61). Throws if the page suspends.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, showsMissing, assetsUrl, takeHtml, reportSection } = loadContext.get(renderContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const response = new Response(null, { status, headers });
  // The server then shows the page for all missing addresses, which it has cached.
  const isMissing = status === 404 && !showsMissing;
  if (request.method === 'HEAD' || isMissing) return response;
  // Nothing else renders before this page is complete.
  setAssetsUrl(assetsUrl);
  const { serverHandoffStream: data, ...given } = context;
  const shown = { ...given, manifest: withAssetUrls(context.manifest) };
  const html = withoutFailures(
    <ServerRouter context={shown} url={request.url} nonce={nonce} />,
    reportSection,
  );
  if (html.includes('<!--$!-->')) throw new Error(`The page ${request.url} suspends.`);
  takeHtml(`<!DOCTYPE html>${withBootScript(await withData(html, shown, data, nonce), nonce, shown)}`);
  return response;
}

/** Renders a page without the sections that throw, which are reported. Throws what is thrown elsewhere. */
function withoutFailures(page: ReactNode, report: (error: unknown, id: string) => void): string {
  const failed = new Set<string>();
  for (;;) {
    const failures: SectionFailures = { failed, current: null };
    try {
      return renderToString(<SectionFailuresContext value={failures}>{page}</SectionFailuresContext>);
    } catch (error) {
      if (failures.current === null) throw error;
      failed.add(failures.current);
      report(error, failures.current);
    }
  }
}

/** Adds the data of the page, which React Router would render as streamed, to pages with its scripts. */
async function withData(
  html: string,
  { renderMeta }: Pick<EntryContext, 'renderMeta'>,
  data: EntryContext['serverHandoffStream'],
  nonce: string,
): Promise<string> {
  if (!renderMeta?.didRenderScripts || !data) return html;
  const text = JSON.stringify(await new Response(data).text()).replaceAll('<', '\\u003c');
  const stream = 'window.__reactRouterContext.streamController';
  const script = `<script nonce="${nonce}">${stream}.enqueue(${text});${stream}.close();</script>`;
  return html.replace('</body>', () => `${script}</body>`);
}

/** Adds `boot.js` to pages with islands, with the script that starts them, and to applications with a form. */
function withBootScript(html: string, nonce: string, { manifest }: Pick<EntryContext, 'manifest'>): string {
  // React Router's inline module script; `entry.server.test.tsx` fails when React Router changes it.
  const appScript = `<script nonce="${nonce}" type="module" async="">`;
  const boot = (data: string) => `<script nonce="${nonce}"${data}>${bootScript}</script>`;
  if (!html.includes(appScript)) {
    const runtime = manifest.hmr ? ` data-runtime="${manifest.hmr.runtime}"` : '';
    return html.replace(
      '</body>',
      () => `${boot(` data-entry="${manifest.entry.module}"${runtime}`)}</body>`,
    );
  }
  // Without boot.js, a form that is submitted before hydration would lose its input.
  return html.includes('method="post"') ? html.replace(appScript, () => boot('') + appScript) : html;
}
