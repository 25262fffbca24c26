import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { withAssetUrls } from './ui/asset-url.ts';
import { protectFromOtherHtml } from './ui/text/trusted-html.ts';

protectFromOtherHtml();

// The list comes from a file of the build, which does not know where assets are.
const manifest = '__reactRouterManifest';
Reflect.set(window, manifest, withAssetUrls(Reflect.get(window, manifest)));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
