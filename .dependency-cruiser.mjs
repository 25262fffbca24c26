// The layout of the repository, as rules. dependency-cruiser reads TypeScript through @swc/core, as TypeScript 7 has
// no parser for it to use. Rules about the text of files are in tests/rules.test.ts.

const TESTS = '\\.test\\.tsx?$';
const TYPES = { dependencyTypesNot: ['type-only'] };

/**
 * The layers, from the lowest: a domain may use those of lower layers by their front files. Domains of one layer do not
 * import each other (docs/architecture.md).
 */
const LAYERS = [
  ['jobs', 'media', 'mail', 'texts', 'notifications', 'alerts', 'pdf', 'provider'],
  ['ledger', 'catalogue', 'content', 'delivery', 'discounts', 'gift-cards', 'reviews', 'couriers'],
  ['pricing', 'design'],
  ['orders'],
  ['invoices', 'accounts'],
  ['order-mails'],
  ['refunds'],
  ['payments'],
  ['cash-on-delivery'],
  ['fulfilment'],
  ['remittances', 'customers'],
  ['checkout', 'moving'],
  ['order-editing'],
  ['reports', 'health', 'settings'],
  ['setup'],
];

/** Imports within a layer, each with its reason. */
const WITHIN = {
  // Mails and texts are sent by jobs, and a job that fails raises an alert.
  mail: ['jobs'],
  texts: ['jobs'],
  notifications: ['jobs'],
  // The footer names a discount.
  content: ['discounts'],
  // Couriers are asked about PIN codes.
  delivery: ['couriers'],
};
const DOMAINS = LAYERS.flat();

/** Orders and the records of money are what all domains above have in common, each with its own questions about them. */
const SHARED_QUERIES = '^server/(orders|ledger)/queries/';

const domainRules = LAYERS.flatMap((layer, level) =>
  layer.flatMap((domain) => {
    const from = { path: `^server/${domain}/`, pathNot: TESTS };
    const below = [...LAYERS.slice(0, level).flat(), ...(WITHIN[domain] ?? [])];
    const others = DOMAINS.filter((text) => text !== domain && !below.includes(text));
    return [
      {
        name: `${domain}-uses-lower-layers`,
        comment: `${domain} may use domains of lower layers only.`,
        severity: 'error',
        from,
        to: { path: others.map((item) => `^server/${item}/`) },
      },
      {
        name: `${domain}-sees-front-files`,
        comment:
          'Of another domain only the file named after its folder may be imported, types, and shared queries.',
        severity: 'error',
        from,
        to: {
          path: below.map((item) => `^server/${item}/`),
          pathNot: [...below.map((item) => `^server/${item}/${item}\\.ts$`), SHARED_QUERIES],
          // A type has no behaviour: it is imported from where it is declared.
          ...TYPES,
        },
      },
    ].filter(({ to }) => to.path.length > 0);
  }),
);

export default {
  forbidden: [
    {
      name: 'telemetry-is-loaded-when-set',
      comment: 'Without OTEL_EXPORTER_OTLP_ENDPOINT, no package of OpenTelemetry is loaded.',
      severity: 'error',
      from: { pathNot: '^server/health/telemetry\\.ts$' },
      to: { path: '^node_modules/@opentelemetry/|^server/health/telemetry\\.ts$', dynamic: false },
    },
    {
      name: 'shared-runs-everywhere',
      comment: 'shared/ imports the schema library and itself: no Node, no DOM, no React.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TESTS },
      // What a section consists of is in its folder.
      to: { pathNot: ['^shared/', '^web/sections/schemas\\.ts$', '^node_modules/zod/'] },
    },
    {
      name: 'schemas-of-sections-run-everywhere',
      comment: 'The schemas of sections follow the rule of shared/.',
      severity: 'error',
      from: { path: '^web/sections/([a-z-]+/schema|schemas|fields)\\.ts$' },
      to: { pathNot: ['^shared/', '^web/sections/([a-z-]+/schema|fields)\\.ts$', '^node_modules/zod/'] },
    },
    {
      name: 'shared-tests',
      comment: 'A test of shared/ imports the test libraries besides.',
      severity: 'error',
      from: { path: `^shared/.*${TESTS}` },
      to: { pathNot: ['^shared/', '^node_modules/(zod|vitest|fast-check)/'] },
    },
    {
      name: 'web-takes-types-of-server',
      comment: 'web/ runs in the browser: of server/ it may know types only.',
      severity: 'error',
      from: { path: '^web/', pathNot: TESTS },
      to: { path: '^server/', ...TYPES },
    },
    {
      name: 'web-is-for-browsers',
      comment: 'Only the server entry of web/ may use what Node has.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['^web/entry\\.server\\.tsx$', TESTS] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-and-shared-stand-alone',
      comment: 'What is shipped does not import tests, scripts or measurements.',
      severity: 'error',
      from: { path: '^(server|sandbox|postgres|shared|web|demo)/', pathNot: TESTS },
      to: { path: ['^(tests|scripts|bench)/', TESTS] },
    },
    {
      name: 'storefront-apart-from-admin',
      comment: 'Shoppers never load a line of the back office.',
      severity: 'error',
      from: { path: '^web/storefront/' },
      to: { path: '^web/admin/' },
    },
    {
      name: 'admin-apart-from-storefront',
      comment: 'What both need belongs in web/ui.',
      severity: 'error',
      from: { path: '^web/admin/' },
      to: { path: '^web/storefront/' },
    },
    {
      name: 'ui-below-both',
      comment: 'web/ui holds parts; it does not know the pages.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(storefront|admin)/' },
    },
    ...domainRules,
    {
      name: 'parts-import-front-files',
      comment: 'Of another folder of its domain a file may import only the file named after that folder.',
      severity: 'error',
      from: { path: '^server/([a-z-]+)/([a-z-]+)/', pathNot: TESTS },
      to: {
        path: '^server/$1/[a-z-]+/',
        // SQL is in `queries/`, which has no front file.
        pathNot: ['^server/$1/$2/', '^server/[a-z-]+/queries/', '^server/[a-z-]+/([a-z-]+)/\\1\\.ts$'],
      },
    },
    {
      name: 'fastify-only-in-http',
      comment: 'fastify only in app.ts, http/ and the stand-in provider.',
      severity: 'error',
      from: {
        path: '^(server|sandbox|shared|demo)/',
        pathNot: ['^server/app\\.ts$', '^server/http/', '^sandbox/', TESTS],
      },
      to: { path: '^node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'no-cycles',
      comment: 'No cycles, not even of types: the shared part belongs into a third module.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and that nobody imports is left over.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['^(scripts|bench)/', '^tests/browser/', '^sandbox/window/', '\\.d\\.ts$', TESTS],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'The import must lead somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^\\./\\+types/', '^virtual:', '\\.wasm\\?url$'] },
    },
    {
      name: 'no-dev-packages-in-the-product',
      comment: 'What runs in production stands under dependencies in package.json.',
      severity: 'error',
      from: { path: '^(server|sandbox|postgres|shared|web)/', pathNot: ['^web/routes\\.ts$', TESTS] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: ['^node_modules/', '^build/'] },
    exclude: { path: ['^\\.react-router/', '\\.css(\\?|$)'] },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
