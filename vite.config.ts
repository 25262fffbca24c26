import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minify, type Plugin } from 'vite';
import { settingsLabels } from './scripts/settings-labels.ts';

/**
 * A page asks for few files: `page` before the first interaction, then React and what islands share, then the code of
 * the island, such as the votes of reviews, which several pages render. Applications also need the router. The
 * contracts stay out: they bring the schema library, which only the back office needs in a browser. What only forms of
 * addresses and businesses, the account or the back office need stays out, too.
 */
const chunks = [
  {
    name: 'page',
    test: /node_modules\/react\/|\/web\/(islands\/(page|element|registry|address|attribute|start)|api|browser-storage|ui\/(store|next-toast)|storefront\/(cart\/(cart|account-copy|keep-cart)|account\/session|checkout\/attempt|products\/product-page\/viewed))\.ts|\/shared\/(orders\/cart|money)\.ts/,
  },
  // The drawer of the cart asks for prices with it, without the rest of `shop`.
  { name: 'order-keys', test: /\/web\/storefront\/orders\/order-keys\.ts/ },
  {
    name: 'hearts',
    test: /\/web\/storefront\/wishlist\/(wishlist|hearts)\.ts/,
  },
  { name: 'react-dom', test: /node_modules\/(react-dom|scheduler)\// },
  {
    name: 'islands',
    test: /\/(web\/(ui(?!\/(?:field|use-form|send-sign-in-link|save-file|test-badge)\b)|islands|storefront\/(cart\/(use-added|use-cart)|products\/(cards\/(card-add-button|sale-badge|share-button|stock)|listing\/filters|own-prices\/use-own-prices)|account\/(user-menu|sign-in\/return-path)|layout\/(page-data|pages|retry|temporary-failure|use-read)))|shared\/(orders\/(gift-card-code|gift-card-texts|order-date|order-state)|products\/(net-quantity|picture|stock-label)|text\/(counted|digits|plain-text)|read-amount)|node_modules\/lucide-react)\b/,
    minShareCount: 3,
  },
  // Product pages load it with a form that is opened. After `islands`, which has the icons of both.
  { name: 'forms', test: /\/(web\/ui\/(field|use-form)|shared\/contact\/contact-rules)\.tsx?$/ },
  { name: 'router', test: /node_modules\/(react-router|@react-router)\// },
  { name: 'indian-states', test: /\/shared\/contact\/(address-rules|indian-states)\.ts/ },
  { name: 'order-extras', test: /\/shared\/(orders\/order-extras|gstin)\.ts/ },
  // Without what pages with islands load, too.
  {
    name: 'shop',
    test: /\/web\/storefront\/(?!cart\/|products\/listing\/(listing-position|show-listing)\b|reviews\/review-actions\b)/,
    minShareCount: 3,
  },
];

/** Puts a file of the shop in the place of a package's own: of `from` in `name`. */
const replaced = (name: string, from: string, to: URL): Plugin => ({
  name: `replaced-${name}`,
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith(from) && importer?.includes(`/node_modules/${name}/`) ? fileURLToPath(to) : undefined,
});

/** Minifies the script that pages contain. */
const minifiedBoot: Plugin = {
  name: 'minified-boot',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/web\/boot\.js\?raw$/ },
    async handler(id) {
      const file = id.replace('?raw', '');
      const { code } = await minify(file, await readFile(file, 'utf8'));
      return `export default ${JSON.stringify(code.trim())}`;
    },
  },
};

/** Emits the style sheets of themes, which only the server names. */
const themeStyles: Plugin = {
  name: 'theme-styles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    const id = fileURLToPath(new URL('web/storefront/layout/style-sheets.ts', import.meta.url));
    this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
  },
};

export default defineConfig({
  plugins: [
    // Keeps the layout when the code of a page can't be loaded (decision 61).
    replaced('react-router', '/routeModules.js', new URL('web/route-modules.tsx', import.meta.url)),
    // Repeats no attributes in each icon (decision 61).
    replaced('lucide-react', '/Icon.mjs', new URL('web/ui/line-icon.tsx', import.meta.url)),
    minifiedBoot,
    themeStyles,
    settingsLabels,
    tailwindcss(),
    reactRouter(),
  ],
  // With any function here, a script preloads others from where it was loaded itself (decision 118).
  experimental: { renderBuiltUrl: () => undefined },
  // Inlined assets would be data: addresses, which the Content-Security-Policy refuses.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // With its icons replaced, and without the thousands that no page shows.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
  },
});
