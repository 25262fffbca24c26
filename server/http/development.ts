import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';

/** Serves the web sources through Vite with reload, for `npm run dev`. Vite is loaded only here. */
export async function startDevelopment(root: string) {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  return {
    loadBuild: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
    /** Resolves when Vite has replied or has passed the request on to the shop. */
    middleware: (request: IncomingMessage, response: ServerResponse) =>
      new Promise<void>((resolve) => {
        response.once('close', resolve);
        vite.middlewares(request, response, () => resolve());
      }),
    stop: () => vite.close(),
  };
}
