import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * A page asks for few files: `page` before the first interaction, then React and what islands share, then the code of
 * the island. Applications also need the router. The contracts stay out: they bring the schema library, which only the
 * back office needs in a browser.
 */
const chunks = [
  {
    name: 'page',
    test: /node_modules\/react\/|\/web\/(islands\/(page|element|registry|address|attribute|start)|api|browser-storage|ui\/(store|next-toast)|storefront\/(cart\/cart|account\/session|checkout\/attempt))\.ts|\/shared\/(cart|money|reservation)\.ts/,
  },
  { name: 'react-dom', test: /node_modules\/(react-dom|scheduler)\// },
  {
    name: 'islands',
    test: /\/(web\/(ui|islands|storefront\/(cart|products|account\/(user-menu|return-path)|layout\/(page-data|pages|retry|temporary-failure)))|shared(?!\/contract)|node_modules\/lucide-react)\b/,
    minShareCount: 3,
  },
  { name: 'router', test: /node_modules\/(react-router|@react-router)\// },
  { name: 'shop', test: /\/web\/storefront\//, minShareCount: 3 },
];

/** Puts web/route-modules.tsx in the place of React Router's own file (decision 24). */
const routeModules: Plugin = {
  name: 'route-modules',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/routeModules.js') && importer?.includes('/react-router/')
      ? fileURLToPath(new URL('web/route-modules.tsx', import.meta.url))
      : undefined,
};

export default defineConfig({
  plugins: [routeModules, tailwindcss(), reactRouter()],
  // Inlined assets would be data: addresses, which the Content-Security-Policy refuses.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
});
