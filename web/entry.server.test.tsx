import { lazy, Suspense } from 'react';
import { createRequestHandler, Outlet, RouterContextProvider, Scripts, type ServerBuild } from 'react-router';
import { expect, test, vi } from 'vitest';
import { noFacts } from '../tests/support/page-facts.ts';
import * as entry from './entry.server.tsx';
import { pageSections } from './sections/schemas.ts';
import { Sections } from './sections/sections.tsx';

const route = {
  hasLoader: false,
  hasAction: false,
  hasClientLoader: false,
  hasClientAction: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  hasDefaultExport: true,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
};

/** A page with this content, rendered by React Router and the shop's entry in production mode. */
async function render(content: React.ReactNode, isApplication = true): Promise<string> {
  const { status, html } = await respond(content, { isApplication });
  expect(status).toBe(200);
  return html;
}

async function respond(
  content: React.ReactNode,
  {
    loader,
    showsMissing = false,
    isApplication = true,
    reportError = (error) => expect.unreachable(String(error)),
    reportSection = (error) => expect.unreachable(String(error)),
  }: {
    loader?: () => unknown;
    showsMissing?: boolean;
    isApplication?: boolean;
    reportError?: (error: unknown) => void;
    reportSection?: (error: unknown, id: string) => void;
  } = {},
): Promise<{ status: number; html: string }> {
  vi.stubEnv('PROD', true);
  const root = () => (
    <html lang="en">
      <body>
        <Outlet />
        {isApplication && <Scripts />}
      </body>
    </html>
  );
  const build: ServerBuild = {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: root } },
      page: {
        id: 'page',
        parentId: 'root',
        index: true,
        module: { default: () => content, ...(loader && { loader, ErrorBoundary: () => <p>Missing</p> }) },
      },
    },
    assets: {
      entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
      routes: {
        root: { ...route, id: 'root', path: '', module: '/assets/root.js', imports: [] },
        page: { ...route, id: 'page', parentId: 'root', index: true, module: '/assets/page.js', imports: [] },
      },
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  const handle = createRequestHandler(build, 'production');
  const context = new RouterContextProvider();
  let html = '';
  context.set(entry.renderContext, {
    nonce: 'n0nce',
    showsMissing,
    assetsUrl: '',
    reportError,
    reportSection,
    takeHtml: (taken) => {
      html = taken;
    },
  });
  const { status } = await handle(new Request('http://shop.test/'), context);
  return { status, html };
}

const boot = /<script nonce="n0nce"[^>]*>[^<]*?'hydrated'[\s\S]*?<\/script>/;
const count = (html: string, text: string) => html.split(text).length - 1;

test('a page with islands has the boot script with the address of its own, and no other', async () => {
  const html = await render(<haat-island data-name="cart" />, false);
  expect(html).toMatch(boot);
  expect(count(html, '<script')).toBe(1);
  expect(html).toContain('data-entry="/assets/entry.js"');
  expect(html).not.toMatch(/type="module"|modulepreload/);
});

test('a page with a form gets the boot script before the scripts of the app', async () => {
  const html = await render(<form method="post" />);
  expect(html).toMatch(boot);
  expect(html.search(boot)).toBeLessThan(html.indexOf('<script nonce="n0nce" type="module" async="">import'));
  expect(html).toContain('<link rel="modulepreload"');
});

test('other pages stay as React Router renders them', async () => {
  const html = await render(<p>Cart</p>);
  expect(html).not.toMatch(boot);
  expect(count(html, 'type="module"')).toBe(1);
});

test('a missing page is not rendered, except the one that is shown for all of them (T-CPU-04)', async () => {
  const loader = () => {
    throw new Response(null, { status: 404 });
  };
  const first = await respond(<p>Tea</p>, { loader });
  const all = await respond(<p>Tea</p>, { loader, showsMissing: true });
  expect(first).toEqual({ status: 404, html: '' });
  expect(all).toEqual({ status: 404, html: expect.stringContaining('<p>Missing</p>') });
});

test('the data of a page follows its content, and cannot end its script', async () => {
  const { html } = await respond(<p>Tea</p>, { loader: () => ({ name: '</script><b>' }) });
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
  const [, data = ''] =
    html.match(
      /<script nonce="n0nce">window\.__reactRouterContext\.streamController\.enqueue\((".*?")\);window/,
    ) ?? [];
  expect(JSON.parse(data)).toContain('</script><b>');
  expect(count(html, '</script><b>')).toBe(0);
  expect(html.endsWith('.close();</script></body></html>')).toBe(true);
});

test('a page that waits while it renders is an error, which is reported', async () => {
  vi.stubGlobal('console', { ...console, error: () => {} });
  const reported: unknown[] = [];
  const Never = lazy(() => new Promise<never>(() => {}));
  const page = (
    <Suspense fallback="…">
      <Never />
    </Suspense>
  );
  const { status } = await respond(page, { reportError: (error) => reported.push(error) });
  expect(status).toBe(500);
  expect(String(reported[0])).toContain('suspends');
});

test('a section that fails is left out and reported, and all others are shown; a draft says so', async () => {
  const text = { content: '', html: '<p>Hello</p>' };
  const list = ['first', 'second', 'third', 'fourth'].map((_id) => ({
    _id,
    kind: 'story',
    settings: { heading: _id, text },
  }));
  const sections = pageSections.parse(list).map((section) => ({ ...section, products: null }));
  for (const index of [1, 3])
    Object.defineProperty(sections[index]?.settings, 'text', {
      get() {
        throw new Error(`no text ${index}`);
      },
    });
  for (const isDraft of [false, true]) {
    const reportSection = vi.fn<(error: unknown, id: string) => void>();
    const { status, html } = await respond(<Sections sections={sections} facts={{ ...noFacts, isDraft }} />, {
      isApplication: false,
      reportSection,
    });
    expect(status).toBe(200);
    expect([...html.matchAll(/<h2[^>]*>(\w+)/g)].map(([, heading]) => heading)).toEqual(['first', 'third']);
    expect(count(html, 'This section could not be shown')).toBe(isDraft ? 2 : 0);
    expect(reportSection.mock.calls.map(([error, id]) => [String(error), id])).toEqual([
      ['Error: no text 1', 'second'],
      ['Error: no text 3', 'fourth'],
    ]);
  }
});
