import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The owner of each table, from the list in docs/architecture.md. */
const owners = new Map(
  [...architectureSection('6. Tables').matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].flatMap(
    ([, owner = '', tables = '']) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']): [string, string] => [table, owner]),
  ),
);

/** Files that write to a table named by a variable, with the tables that it can be. */
const variableTables: Record<string, string[]> = {
  'server/catalogue/categories/queries.ts': ['brands', 'categories', 'product_types', 'subcategories'],
  // Erasure and retention write every table as the map of personal data says.
  'server/db/personal-data/personal-data-queries.ts': [],
  'sandbox/queries.ts': [
    'sandbox_orders',
    'sandbox_payment_links',
    'sandbox_payments',
    'sandbox_refunds',
    'sandbox_webhooks',
  ],
};

/** Tables of other domains that a domain writes. */
const foreignWrites: Record<string, Record<string, string>> = {
  backup: {
    stored_settings: 'a restored copy takes no payments and sends no mails for the shop',
    courier_accounts: 'a restored copy books nothing for the shop',
    push_subscriptions: 'a restored copy notifies nobody for the shop',
  },
  ledger: {
    orders: 'an order names the order of the provider by which its link or request was paid',
    webhook_events: 'test orders are removed with the events about their payments',
  },
  'order-editing': {
    orders: 'test orders are removed',
    order_items: 'the lines of an order are changed; test orders are removed',
    order_events: 'test orders are removed',
    refund_lines: 'test orders are removed',
    invoices: 'test orders are removed with their documents',
    invoice_counters: 'the series of test documents begins again',
  },
};

/** Tables of other domains that a domain reads. `reports` and the shared queries in `db` may read every table. */
const foreignReads: Record<string, Record<string, string>> = {
  accounts: {
    admin_log: 'the last sign-in of each admin',
    orders: 'whether a moved account was used',
    customers: 'whether an account has price lists, read with it in one statement',
    customer_tags: 'whether an account has price lists, read with it in one statement',
    price_lists: 'whether an account has price lists, read with it in one statement',
  },
  catalogue: {
    admin_log: 'demo content that an admin has changed is not demo content any more',
    order_items: 'what was paid for leaves the cart of the account',
    orders: 'who has ordered is not reminded of a cart',
    users: 'the confirmed address to which a reminder of a cart is sent',
    customers: 'the price lists of an account',
    customer_tags: 'the price lists of an account',
    bought_together: 'the page of a product shows what is often bought together with it',
    discounts: 'whether a discount reduces what is moved to a category',
    policies: 'the sitemap lists the active ones',
    site_info: 'whether the shop charges GST',
  },
  customers: {
    addresses: 'the page of a customer shows her saved addresses',
    orders: 'the page of a customer shows where her orders were sent',
    order_states: 'the page of a customer shows how many orders came back',
    contact_queries: 'when a guest first wrote to the shop; older mails are left by her erasure',
    discounts: 'which tags give a discount',
    price_lists: 'the page of a customer shows her price lists; which tags give prices',
    users: 'the authors of notes; whether an account is that of an admin',
    former_orders: 'the old orders of a customer, read with them in one statement',
  },
  moving: {
    categories: 'old addresses of collections lead to the categories of the same name',
    discounts: 'which codes of the files are here already',
    discount_codes: 'which codes of the files are here already',
    redirects: 'which addresses of the files are redirected already',
    customer_contacts: 'which customers of the files are here already',
    customers: 'which customers of the files are here already',
    users: 'which customers of the files are here already',
    orders: 'whether new orders were placed since a move',
    products: 'what of a move is still here',
    product_imports: 'the progress of the products of a move',
    gift_cards: 'what of a move is still here',
    reviews: 'what of a move is still here',
  },
  content: {
    admin_log: 'demo content that an admin has changed is not demo content any more',
    mails: 'the delivery status of replies',
    users: 'names of admins who replied, address of the test mail',
  },
  design: { users: 'names of admins who changed or published a design' },
  media: {
    designs: 'pictures of pages stay',
    design_versions: 'pictures of pages stay',
  },
  health: {
    schema_migrations: 'the age of the shop, if it has no backup',
  },
  reviews: {
    media_files: 'photographs that no review has',
    order_events: 'when an order was delivered',
    order_items: 'what a buyer has received',
    orders: 'who may review an order, and which buyers are asked',
    products: 'names of reviewed products, and whether they are for sale',
    users: 'the e-mail address of a buyer or of who asks',
    variants: 'imported reviews name products by SKU',
    former_slugs: 'imported reviews name products by the addresses of another shop',
    product_sources: 'imported reviews name products by the addresses of another shop',
  },
  notifications: {
    products: 'whether a variant is for sale, and its name',
    variants: 'whether a variant is back in stock',
  },
  'gift-cards': {
    order_items: 'the order with which a gift card was bought',
    orders: 'who has bought a gift card',
  },
  discounts: {
    orders: 'how often a buyer has used a discount',
    order_addressees: 'the orders of one name at one address',
    users: 'whether an account is new',
    customers: 'the tags of an account',
    customer_tags: 'the tags of an account',
    order_items: 'the lines that a discount reduces',
    payments: 'whether a buyer has paid for an order',
  },
  ledger: {
    courier_bookings: 'the bookings of shipments',
    order_states: 'what of an order is packed and shipped',
    orders: 'the state of an order',
    shipments: 'the shipments of an order',
    users: 'contact details and names shown with an order; deleted accounts',
    webhook_events: 'events about a payment',
  },
  payments: {
    payments: 'the money of an order, read with it in one statement',
  },
  'cash-on-delivery': { users: 'who has blocked a buyer' },
  orders: {
    cod_blocks: 'whether the buyer of an order is blocked',
    courier_bookings: 'the booking of a shipment, read with it in one statement',
    customer_orders: 'the list of the orders of a customer; orders of erased customers are anonymised',
    customers: 'orders of erased customers are anonymised',
    gift_card_uses: 'the gift card of an order, read with it in one statement',
    gift_cards: 'the gift card of an order, read with it in one statement',
    invoices: 'the documents of an order',
    ledger_entries: 'the money of an order, read with it in one statement',
    mails: 'an order keeps its contact details until its last mail is sent',
    manual_orders: 'orders that an admin created',
    order_discounts: 'the discounts of an order, read with it in one statement',
    order_item_discounts: 'invoices name the discounts of a line',
    payment_links: 'the payment link of an order',
    payment_requests: 'what is asked for an order',
    payments: 'the money of an order, read with it in one statement',
    refund_approvals: 'the money of an order, read with it in one statement',
    refunds: 'the money of an order, read with it in one statement',
    removed_test_orders: 'payments of removed test orders are known',
    users: 'contact details and names shown with an order; deleted accounts',
    variants: 'shelf codes on packing slips and pick lists; what the units of a shipment weigh',
  },
  invoices: {
    order_discounts: 'the discounts of an order, read with it in one statement',
    order_item_discounts: 'invoices name the discounts of a line',
    order_items: 'the lines of an order',
    refunds: 'the money of an order, read with it in one statement',
  },
  fulfilment: {
    invoices: 'the documents of an order',
    order_items: 'the lines of an order',
    orders: 'the state of an order',
    refund_lines: 'the lines that refunds cover',
    refunds: 'the money of an order, read with it in one statement',
    shipment_lines: 'the lines of shipments',
    shipments: 'the shipments of an order',
    users: 'contact details and names shown with an order; deleted accounts',
    variants: 'shelf codes on packing slips and pick lists; what the units of a shipment weigh',
  },
  setup: {
    products: 'whether a product is on sale, and has a picture',
    product_images: 'whether a product on sale has a picture',
    orders: 'whether somebody has placed an order, and paid it',
    payments: 'whether that order is paid',
    manual_orders: 'orders by admins prove nothing about the checkout',
    users: 'admins without a second factor',
    passkeys: 'admins without a second factor',
    totp_secrets: 'admins without a second factor',
  },
  remittances: {
    orders: 'the state of an order',
    payments: 'the money of an order, read with it in one statement',
    shipments: 'the shipments of an order',
  },
  'order-editing': {
    invoice_counters: 'the series of test documents',
    invoices: 'the documents of an order',
    order_events: 'what happened to removed test orders',
    order_items: 'the lines of an order',
    orders: 'the state of an order',
    refund_lines: 'the lines that refunds cover',
  },
};

/** The files that may contain SQL (tests/rules.test.ts). */
const sources = globSync(['server/**/*queries.ts', 'server/{db,reports}/*.ts', 'sandbox/*queries.ts']).filter(
  (file) => !file.endsWith('.test.ts') && file !== 'server/db/schema.ts',
);

test('every table has one owner, and every owner is a domain', () => {
  const tables = [
    ...(readFileSync('server/db/schema.ts', 'utf8')
      .split('export interface DB {')[1]
      ?.matchAll(/^ {2}"?([\w.]+)"?:/gm) ?? []),
  ].map(([, name = '']) => tableName(name));
  expect(tables.length).toBeGreaterThan(40);
  expect([...owners.keys()].filter((table) => table !== 'schema_migrations').sort()).toEqual(tables.sort());
  const domains = new Set(sources.map(domainOf));
  expect([...new Set(owners.values())].filter((owner) => !domains.has(owner))).toEqual([]);
});

test('each table is written by its owner only', () => {
  const wrong = sources.flatMap((file) =>
    writtenTables(sqlOf(file))
      .flatMap((table) => (/\W/.test(table) ? (variableTables[file] ?? [table]) : table))
      .filter((table) => owners.get(table) !== domainOf(file))
      .filter((table) => !foreignWrites[domainOf(file)]?.[table])
      .map((table) => `${file} writes ${table}, which ${owners.get(table) ?? 'no domain'} owns`),
  );
  expect(wrong).toEqual([]);
});

test('a domain reads tables of others only for a listed reason', () => {
  const reads = sources.flatMap((file) => {
    const domain = domainOf(file);
    if (['reports', 'db'].includes(domain)) return [];
    return readTables(sqlOf(file))
      .filter((table) => owners.has(table) && owners.get(table) !== domain)
      .map((table) => `${domain} reads ${table}`);
  });
  const listed = Object.entries(foreignReads).flatMap(([domain, tables]) =>
    Object.keys(tables).map((table) => `${domain} reads ${table}`),
  );
  expect([...new Set(reads)].sort()).toEqual(listed.sort());
});

test('SQL statements are recognised in every form', () => {
  const sql = `insertInto('orderItems') .updateTable(\n'orders as o') deleteFrom(table)
    insert into admin_log (at) update orders set status update \${sql.table(name)} set delete from mails
    on conflict do update set detail for update of orders`;
  expect(writtenTables(sql)).toEqual([
    'order_items',
    'orders',
    '(table)',
    'admin_log',
    'orders',
    `\${sql.table(name)}`,
    'mails',
  ]);
  expect(readTables(`selectFrom('users as u') leftJoin('mails', …) from orders o join refunds`)).toEqual([
    'users',
    'mails',
    'orders',
    'refunds',
  ]);
});

function writtenTables(sql: string): string[] {
  const builder =
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto)(?:\(\s*'(?<table>[\w.]+)|(?<variable>\(\w+\)))/;
  const raw =
    /\b(?:insert into|delete from|merge into|truncate|(?<!do |for )update)\s+(?!set\b)(?<raw>\$\{[^}]+\}|\w+)/;
  return namesIn(sql, new RegExp(`${builder.source}|${raw.source}`, 'g'));
}

function readTables(sql: string): string[] {
  return namesIn(sql, /\b(?:selectFrom|\w+Join)\(\s*'(?<table>[\w.]+)|\b(?:from|join)\s+(?<raw>\w+)/g);
}

const namesIn = (sql: string, pattern: RegExp) =>
  [...sql.matchAll(pattern)].map(({ groups = {} }) =>
    groups.table ? tableName(groups.table) : (groups.raw ?? groups.variable ?? ''),
  );

/** The SQL name of a table: `orderItems` is `order_items`, and those of the sandbox have its schema as a prefix. */
const tableName = (name: string) =>
  name.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const domainOf = (file: string) => file.split('/')[file.startsWith('server/') ? 1 : 0] ?? '';

/** The text of a file without comments. */
const sqlOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

function architectureSection(heading: string): string {
  const text = readFileSync('docs/architecture.md', 'utf8');
  return text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}
