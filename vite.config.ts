import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * A page asks for few files: the framework, what most shop pages share, and its own. The contracts stay out: they
 * bring the schema library, which only the back office needs in a browser.
 */
const chunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router|@react-router)\// },
  {
    name: 'shop',
    test: /\/(web\/(ui|storefront|api)|shared(?!\/contract)|node_modules\/lucide-react)\b/,
    minShareCount: 3,
  },
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
