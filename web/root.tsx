import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { Route } from './+types/root';
import { hasIslands } from './islands/has-islands.ts';
import { useShop } from './storefront/layout/shop.ts';
import { assetUrl } from './ui/asset-url.ts';
import { Empty } from './ui/empty.tsx';
import iconUrl from './ui/icon.svg?url';
import './ui/styles/styles.css';

// Zod reads this when a schema is created, and would otherwise try `new Function`, which the pages' policy blocks and
// reports. This module is evaluated before those of other routes; `z.config` would load Zod on every page.
if (!import.meta.env.SSR) Object.assign(window, { __zod_globalConfig: { jitless: true } });

/** Fonts are not among them: preloaded, they would delay the first picture (decision 61). */
export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: assetUrl(iconUrl), type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The document. A page with islands is no application: it has no data and no code of React Router. */
export function Layout({ children }: { children: ReactNode }) {
  const isApplication = !hasIslands(useMatches());
  const paper = useShop()?.theme.paper ?? { light: '#fbf8f3', dark: '#191512' };
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isApplication && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  // boot.js now repeats the clicks, choices and submissions that were made before hydration.
  useEffect(() => void window.dispatchEvent(new Event('hydrated')), []);
  return <Outlet />;
}

/** Shown for an error outside the layouts, which have their own error pages. */
export function ErrorBoundary() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Something went wrong</title>
      <Empty
        level={1}
        title="Something went wrong"
        text="The page could not be shown. Please try again in a moment."
        action={
          <a href="/" className="text-press underline underline-offset-4">
            Back to Home
          </a>
        }
      />
    </main>
  );
}
