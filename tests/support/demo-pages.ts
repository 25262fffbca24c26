import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { seedDemo } from '../../demo/seed.ts';
import { type AppParts, createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { createTestShop } from './shop.ts';

export type DemoPages = Awaited<ReturnType<typeof openDemoPages>>;

/** The demo shop with its built pages, in this process, for tests of what it replies without a browser. */
export async function openDemoPages() {
  const buildDir = path.resolve('build');
  execFileSync(process.execPath, [path.resolve('scripts/build.mjs')]);
  const shop = await createTestShop({ seed: (parts) => seedDemo({ ...parts, log: () => {} }) });
  const loadBuild = (): Promise<ServerBuild> => import(path.join(buildDir, 'server', 'index.js'));
  const parts: AppParts = { isReady: async () => true, web: { buildDir, loadBuild } };
  const openApp = (settings: Partial<Config> = {}) =>
    createApp({ ...shop.deps, config: { ...shop.deps.config, production: true, ...settings } }, parts);
  const { app } = await openApp();
  return {
    shop,
    /** Opens the pages once more, with other settings and an empty cache. The test closes it. */
    openApp,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
    send: (method: 'POST' | 'PUT', url: string, headers: Record<string, string>, payload: object) =>
      app.inject({ method, url, headers, payload }),
    async close() {
      await app.close();
      await shop.close();
    },
  };
}
