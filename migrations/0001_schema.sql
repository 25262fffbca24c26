-- Tables, their indexes and first rows, by domain; functions and triggers are in 0002_functions.sql. Money is integer paise, tax
-- included; percentages are tenths.

create extension if not exists pg_trgm;

-- ## What generated columns need

-- English stems, also of the words that PostgreSQL's own dictionary leaves out, since S and T are sizes.
create text search dictionary search_english (template = pg_catalog.snowball, language = english);

-- The words of a text, in lower case, without accents and at most 40 characters long. An emoji is a word.
-- PL/pgSQL, here and elsewhere, keeps the plans of its statements; a function in SQL is planned at each call.
create function search_words(value text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return (select coalesce(array_agg(left(word, 40) order by place) filter (where word <> ''), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(lower(normalize(value, nfkd)),
      '[\u0300-\u036f\u200b-\u200f\u2060\ufe0e\ufe0f]|[''’](s(?![a-z]))?', '', 'g'),
      '([\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g'),
    '[\x01-\x2f\x3a-\x60\x7b-\xbf\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u25ff\u3000-\u303f]+'
  ) with ordinality split (word, place));
end $$;

create function search_lexeme(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('search_english', word))[1], word)
$$;

create function search_lexemes(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct search_lexeme(word)), '{}') from unnest(words) word
$$;

-- ## Pictures

-- Every stored picture: what was measured when it was accepted, so that pages can reserve its space.
create table media_files (
  path text primary key check (path ~ '^uploads/[a-z-]+/[A-Za-z0-9_-]+\.[a-z0-9]+$'),
  kind text not null,
  width int check (width > 0),
  height int check (height > 0),
  bytes int not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- The row is stored before the file, so that what a crash leaves between the two is found and deleted.
  stored boolean not null default true
);
create index media_files_half_stored on media_files (created_at) where not stored;

-- ## Accounts: roles, people, sessions, second factors

-- Roles of admins. The permissions of built-in roles are in the code (shared/permissions.ts); their rows have the limits.
create table roles (
  id text primary key default gen_random_uuid()::text,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null default '{}',
  -- Null: no limit. For each refund, and for all refunds of one admin in a day in India.
  refund_limit_paise bigint check (refund_limit_paise >= 0),
  daily_refund_limit_paise bigint check (daily_refund_limit_paise >= 0),
  created_at timestamptz not null default now()
);
create unique index roles_name_key on roles (lower(name));
insert into roles (id, name, refund_limit_paise, daily_refund_limit_paise) values
  ('owner', 'Owner', null, null),
  ('manager', 'Manager', null, null),
  ('packer', 'Packer', 0, 0),
  ('catalogue', 'Catalogue', null, null),
  ('accounts', 'Accounts', null, null),
  ('support', 'Support', 200000, 1000000);

-- Shoppers with an account, and admins. Tokens, here and below, are stored as hashes (contract §4).
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text check (email = lower(email) and length(email) <= 254),
  mobile text check (mobile ~ '^[6-9][0-9]{9}$'),
  alt_mobile text check (alt_mobile ~ '^[6-9][0-9]{9}$'),
  password_hash text,
  is_admin boolean not null default false,
  email_verified_at timestamptz,
  pending_email text check (pending_email = lower(pending_email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Null before the first sign-in. A later one from a new device is reported by mail.
  first_sign_in_at timestamptz,
  -- The generated password of the first admin was printed, so they must choose another one at the first sign-in.
  must_change_password boolean not null default false,
  role_id text references roles (id),
  disabled_at timestamptz,
  -- A mobile number can be used to sign in after its account has proved it.
  mobile_verified_at timestamptz,
  constraint users_role_of_admins check (is_admin = (role_id is not null))
);
create unique index users_email_key on users (email) where deleted_at is null;
create unique index users_mobile_key on users (mobile) where deleted_at is null;
create index users_gone on users (deleted_at) where deleted_at is not null;
create index users_admins on users (id) where is_admin and deleted_at is null;
create index users_by_role on users (role_id) where role_id is not null;

create type session_portal as enum ('user', 'admin');
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  portal session_portal not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '',
  -- Names the session where it is shown, so that the hash of its token never is.
  id uuid not null default gen_random_uuid(),
  device_hash bytea,
  address_block text not null default '',
  -- The password was right, and the second factor is not given yet.
  is_pending boolean not null default false,
  -- When the admin last proved who they are; null: not in this session.
  proved_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_id_key on sessions (id);

create type account_token_purpose as enum ('activation', 'reset', 'email_change', 'sign_in');
create table account_tokens (
  token_hash bytea primary key,
  purpose account_token_purpose not null,
  email text not null check (email = lower(email)),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_by_email on account_tokens (email, purpose);
create index account_tokens_by_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);

-- Codes with which shoppers sign in, or prove a mobile number.
create table sign_in_codes (
  -- Of the random value that the browser got when it asked for the code.
  request_hash bytea primary key,
  -- Null: nothing was sent. Such a row makes a wrong code cost the same for everyone.
  user_id uuid references users (id) on delete cascade,
  -- 'mobile': to prove the number of an account; 'order': that of an order which is paid on delivery.
  purpose text not null check (purpose in ('sign_in', 'mobile', 'order')),
  -- The email address or mobile number that the code was sent to; empty if nothing was sent.
  recipient text not null,
  -- Of the code together with that random value.
  code_hash bytea not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When a code for an order was entered. `used_at` is also set when codes are revoked.
  proved_at timestamptz
);
create index sign_in_codes_by_recipient on sign_in_codes (recipient, created_at);
create index sign_in_codes_by_user on sign_in_codes (user_id);
create index sign_in_codes_by_expiry on sign_in_codes (expires_at);

-- Devices and address blocks from which an account has signed in, as hashes. They have an allowance of their own.
create table sign_in_sources (
  user_id uuid not null references users (id) on delete cascade,
  source_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, source_hash)
);
create index sign_in_sources_by_age on sign_in_sources (last_used_at);

-- Second factors of admins: one-time codes of an app, passkeys, recovery codes.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with the key of the shop.
  secret bytea not null,
  -- Null until the first code has been entered.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. A code works once.
  last_step bigint not null default 0
);

-- Passkeys of admins and of shoppers, who sign in with them.
create table passkeys (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  -- Counts the uses, if the authenticator counts them.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- A challenge is deleted by its only use. At the sign-in of a shopper nobody knows yet whose passkey it will be.
create table passkey_challenges (
  challenge text primary key,
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);

create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_by_user on recovery_codes (user_id);

-- Failed proofs of an admin since window_start, for each method that can be guessed.
create table proof_attempts (
  user_id uuid not null references users (id) on delete cascade,
  window_start timestamptz not null,
  attempts int not null,
  method text not null check (method in ('totp', 'password')),
  primary key (user_id, method)
);

create table addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  address text not null,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_by_user on addresses (user_id, created_at);
create unique index addresses_one_default on addresses (user_id) where is_default;

-- ## Audit log

-- What admins did, as a chain of hashes: an entry that is changed, removed or inserted later is found (decision 48).
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references users (id),
  action text not null,
  subject text not null default '',
  detail jsonb not null default '{}',
  -- Who acted, if not an admin: the command line or the shop itself.
  by_label text not null default '',
  -- The network address of the caller.
  address text not null default '',
  -- The position in the chain, without gaps. Null for counters of failed sign-ins, which change and are outside the chain.
  position bigint unique,
  -- Detail and address have a salted hash of their own, so that they can be redacted. The salt is deleted then.
  detail_salt bytea,
  detail_hash bytea,
  -- Of the previous hash and this entry.
  hash bytea
);
create index admin_log_newest on admin_log (at desc, id desc);
create index admin_log_by_user on admin_log (user_id, at desc, id desc);
create index admin_log_by_area on admin_log (split_part(action, '.', 1), at desc, id desc);
-- One entry an hour for each account that was tried from each address, which counts the attempts.
create unique index admin_log_failed_sign_ins
  on admin_log ((detail->>'hour'), (detail->>'account'), (detail->>'address'))
  where action = 'admin.sign-in-failed';
-- Erasure finds the rows of a person.
create index admin_log_by_subject on admin_log (subject);

-- The last entry of the chain. Its lock orders the entries of concurrent transactions.
create table admin_log_head (
  singleton boolean primary key default true check (singleton),
  position bigint not null,
  hash bytea not null
);
insert into admin_log_head (position, hash) values (0, sha256(''));

-- ## Limits

-- The requests of a minute to calls with a limit, counted for all processes together. A row belongs to the hash of an
-- address, account or buyer. Unlogged: after a crash of the database, counting begins again.
create unlogged table request_counters (
  key_hash bigint primary key,
  window_start timestamptz not null,
  requests integer not null
);

-- What strangers have requested that is sent as a mail or a text, counted for hours or a day. A row belongs to the hash of
-- a network address, an address block, or a recipient. Unlogged: after a crash of the database, counting begins again.
create unlogged table request_quotas (
  key_hash bigint primary key,
  ends_at timestamptz not null,
  requests integer not null
);
create index request_quotas_by_end on request_quotas (ends_at);

-- Failed attempts of the current minute. A key belongs to one of 65,536 rows, so that the table can't grow further.
create table attempt_counters (
  slot integer primary key check (slot between 0 and 65535),
  window_start timestamptz not null,
  attempts integer not null
);

-- What the Content-Security-Policy of a page has blocked in browsers, one row for each kind of violation.
create table policy_reports (
  id uuid primary key default gen_random_uuid(),
  directive text not null,
  blocked text not null,
  page text not null,
  reports integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (directive, blocked, page)
);

-- ## Catalogue: groups

create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  image text references media_files (path) on delete set null,
  show_in_navbar boolean not null default false,
  position int not null default 0,
  navbar_position int not null default 0,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  -- The search finds a group by these; products have its id, so that a new name of a group changes no product.
  lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored
);
create unique index categories_name_key on categories (lower(name));

create table subcategories (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references categories (id),
  name text not null check (length(name) between 1 and 120),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  position int not null default 0,
  created_at timestamptz not null default now(),
  image text references media_files (path) on delete set null,
  is_demo boolean not null default false,
  lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored,
  unique (category_id, slug),
  unique (id, category_id)
);
create unique index subcategories_name_key on subcategories (category_id, lower(name));

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  image text references media_files (path) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  -- Where a brand makes its products: a town and a state of India, or none. Searches find its products by them.
  town text not null default '' check (length(town) <= 80),
  state text not null default '' check (length(state) <= 80),
  lexemes text[] not null
    generated always as (search_lexemes(search_words(name || ' ' || town || ' ' || state))) stored
);
create unique index brands_name_key on brands (lower(name));

create table product_types (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  created_at timestamptz not null default now(),
  image text references media_files (path) on delete set null,
  is_demo boolean not null default false,
  lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored
);
create unique index product_types_name_key on product_types (lower(name));

-- Attributes of products that the merchant defines. `text` is for reading, such as how to care for a product; nobody filters
-- by it.
create type attribute_type as enum ('choice', 'number', 'flag', 'text');
create table attributes (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  type attribute_type not null,
  unit text not null default '',
  choices text[] not null default '{}',
  is_filter boolean not null,
  -- Empty: products of every category have it.
  category_ids uuid[] not null default '{}',
  position int not null,
  is_demo boolean not null default false
);
create unique index attributes_name on attributes (lower(name));

-- Tables of sizes, each for the products of some categories and subcategories.
create table size_guides (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  note text not null,
  -- Rows of cells; the first row is the heading.
  rows jsonb not null,
  -- Ids of categories and subcategories.
  group_ids uuid[] not null,
  position int not null,
  -- One that an admin saves is the merchant's.
  is_demo boolean not null default false
);

-- ## Catalogue: products

create type product_status as enum ('active', 'draft', 'featured', 'archived');
create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  status product_status not null default 'active',
  is_featured boolean not null default false,
  is_top_deal boolean not null default false,
  is_trending boolean not null default false,
  category_id uuid references categories (id),
  subcategory_id uuid,
  brand_id uuid references brands (id),
  product_type_id uuid references product_types (id),
  hsn text check (hsn ~ '^[0-9]{4,8}$'),
  -- Null until the merchant enters a rate.
  gst_tenths int check (gst_tenths between 0 and 1000),
  rating_tenths int not null default 0 check (rating_tenths between 0 and 50),
  num_reviews int not null default 0 check (num_reviews >= 0),
  -- [{"name": "Size", "values": ["S", "M"]}], at most three; empty for a product with one variant.
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 3),
  -- The lowest selling price of its variants, cached by a trigger for sorting and filtering.
  from_paise bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The description as the editor made it: its JSON, or sanitised HTML. `description` then has its plain words. Null: it is
  -- plain text.
  rich_description text,
  -- When the demo seed wrote it. Demo content that is changed in the back office is the merchant's: updated_at of a product
  -- is then later, and the audit log has the change of other rows with is_demo.
  demo_at timestamptz,
  -- Rich text is sanitised and rendered once, when it is saved (decision 38).
  description_html text,
  tags text[] not null default '{}',
  -- Values by the id of the attribute: {"<id>": ["Cotton", "Silk"]}; a number as "12.5", a flag as "yes" or "no".
  attributes jsonb not null default '{}',
  -- What the Legal Metrology rules ask for (india §5.2).
  declarations jsonb not null default '{}',
  -- A video, and pictures that show the product from all sides in their order.
  video text,
  turn_images text[] not null default '{}',
  is_gift_card boolean not null default false,
  -- The second decimal of a GST rate, such as 0.25%: 2 tenths and 5 hundredths.
  gst_hundredths smallint not null default 0,
  check (subcategory_id is null or category_id is not null),
  -- A subcategory that moves takes its products with it.
  foreign key (subcategory_id, category_id) references subcategories (id, category_id) on update cascade,
  constraint products_gst_hundredths check (gst_hundredths between 0 and 9)
);
-- The lists of the storefront, in each order.
create index products_newest on products (created_at desc, id desc) where deleted_at is null and status in ('active', 'featured');
create index products_by_price on products (from_paise, id) where deleted_at is null and status in ('active', 'featured');
create index products_by_name on products (lower(name), id) where deleted_at is null and status in ('active', 'featured');
create index products_by_category on products (category_id, subcategory_id) where deleted_at is null;
create index products_by_brand on products (brand_id) where deleted_at is null;
create index products_by_type on products (product_type_id) where deleted_at is null;
create index products_featured on products (created_at desc) where is_featured or status = 'featured';
create index products_top_deals on products (created_at desc) where is_top_deal;
create index products_trending on products (created_at desc) where is_trending;
create index products_all_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_by_status on products (status) where deleted_at is null;
-- The back office lists products of every status.
create index products_all_by_name on products (lower(name), id) where deleted_at is null;
create index products_all_by_price on products (from_paise, id) where deleted_at is null;

-- Price, SKU and stock. A product without options has exactly one variant, with no values.
create table variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  sku text not null check (length(sku) between 1 and 100),
  option_values text[] not null default '{}',
  -- The list price.
  price_paise bigint not null check (price_paise between 0 and 100000000000),
  stock int not null default 0 check (stock >= 0),
  image text references media_files (path) on delete set null,
  position int not null default 0,
  deleted_at timestamptz,
  selling_paise bigint not null,
  -- Stock at which a variant counts as low; null: the threshold of the shop.
  low_stock_at int check (low_stock_at between 0 and 1000000),
  net_quantity text,
  -- Where the units of a variant are stored, such as B-12-3; printed on packing slips and pick lists.
  shelf_code text not null default '',
  -- With its packaging, for charges of delivery by weight; null: not known.
  weight_grams int,
  unique (product_id, id),
  check (selling_paise between 0 and price_paise),
  constraint variants_weight check (weight_grams between 1 and 100000)
);
create unique index variants_sku_key on variants (lower(sku)) where deleted_at is null;
create unique index variants_values_key on variants (product_id, option_values) where deleted_at is null;
create index variants_product on variants (product_id, position);
create index variants_in_stock on variants (product_id) where stock > 0 and deleted_at is null;
create index variants_by_stock on variants (stock) include (product_id) where low_stock_at is null and deleted_at is null;
create index variants_low on variants (product_id) where stock <= low_stock_at and deleted_at is null;
create index variants_sold_out on variants (product_id) where stock = 0 and deleted_at is null;

create table product_images (
  product_id uuid not null references products (id) on delete cascade,
  path text not null references media_files (path),
  position int not null,
  primary key (product_id, position),
  unique (product_id, path)
);

-- Numbers of products by what lists filter by, cached like those of orders (decision 64).
create table product_totals (
  status product_status not null,
  category_id uuid,
  subcategory_id uuid,
  brand_id uuid,
  product_type_id uuid,
  is_featured boolean not null,
  is_top_deal boolean not null,
  is_trending boolean not null,
  products bigint not null,
  unique nulls not distinct (status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending)
);
create table product_total_changes (like product_totals);

-- The stored link preview of a product, which is deleted when another one replaces it.
create table link_previews (
  product_id uuid primary key references products (id) on delete cascade,
  version text not null
);

-- Addresses that a change of a slug has ended.
create table former_slugs (
  kind text not null check (kind in ('products', 'categories', 'subcategories', 'brands')),
  slug text not null,
  target_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (kind, slug)
);

-- The redirects that the merchant enters or imports. `from_path` is decoded, in lower case, without a slash at its end.
create table redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique,
  to_path text not null,
  created_at timestamptz not null default now()
);

-- The product feeds that the merchant has switched on, and what the last run of the job has written.
create table product_feeds (
  channel text primary key check (channel in ('google', 'meta')),
  written_at timestamptz,
  items int not null default 0,
  -- Variants for sale without a picture, which no feed may contain.
  without_picture int not null default 0
);

-- ## Catalogue: search and facets

-- What the search reads (decision 81). Not columns of products: a search that finds most of a large shop reads all rows, and
-- these are narrow.
create table product_search (
  product_id uuid primary key references products (id) on delete cascade,
  created_at timestamptz not null,
  is_for_sale boolean not null,
  document tsvector not null,
  -- As in products, for searches within a range of prices.
  from_paise bigint not null default 0
);
-- Not moved out of the row, since matches are ranked by it.
alter table product_search alter column document set storage main;
create index product_search_document on product_search using gin (document);
-- The words of names, SKUs and groups alone.
create index product_search_named on product_search using gin (ts_filter(document, '{a,b}'));
create index product_search_newest on product_search (created_at desc, product_id desc);

-- The words of names, options and descriptions, with their lexemes. Words stay when no product has them any more.
create table search_terms (
  word text collate "C" primary key,
  lexeme text not null
);
create index search_terms_lexeme on search_terms (lexeme);
-- The nearest words to one that was mistyped.
create index search_terms_similar on search_terms using gist (word gist_trgm_ops);

-- Words that mean the same, as the merchant edits them. Each row is one set.
create table search_synonyms (
  id uuid primary key default gen_random_uuid(),
  words text[] not null check (cardinality(words) between 2 and 12),
  lexemes text[] not null generated always as (search_lexemes(words)) stored,
  position int not null
);
insert into search_synonyms (words, position)
  select string_to_array(line, ' '), row_number() over () from regexp_split_to_table($$jhumka jhumki jhumkha earring jhumke earing bali baali
diya diva deepak deepam deepa deya dia dipa dipak
dupatta stole chunni chunri odhni scarf
juti jutti jooti mojari mojri mojdi shoe footwear joota joote
slide sandal slipper chappal kolhapuri footwear chapal
jewellery jewelry jewelery zevar gehna
saree sari saadi sadi
kurta kurti kurtha
bangle churi chudi choodi kangan kada
anklet payal pajeb
necklace haar mala har mangalsutra
ring anguthi
toy khilona khilauna
doll gudiya
cushion pillow takiya
quilt razai rajai
bedsheet bedspread bedcover chadar
rug dhurrie durry dari carpet
shawl shal pashmina
bowl katori
plate thali
tea chai chay
spice masala
turmeric haldi
cardamom elaichi
ginger adrak
saffron kesar
brass pital peetal
copper tamba
silver chandi
wood wooden lakdi lakri
terracotta mitti
leather chamda
silk resham
incense agarbatti dhoop
puja pooja
idol murti figurine statue
basket tokri
notebook diary journal kitab copy
wallet purse batua
bag jhola thaila tote handbag
planter gamla
vase guldan phooldan phuldan flowerpot
mug cup pyala
colour color
grey gray
blue neela nila
red laal lal
green hara
yellow peela pila
white safed
pink gulabi
gift gipht tohfa uphaar uphar
bell ghanti ghungroo ghunghru
surahi matka ghada pitcher jug
lota kalash kalasha
dabba dabbi dani dibba dibbi
top lattu latoo bhaunra
car gadi gaadi
elephant hathi haathi
lantern lalten laltain$$, '\n') line;

-- Searches of shoppers that found nothing, with how often; at most 500, without personal data.
create table missed_searches (
  query text primary key check (length(query) <= 60),
  count int not null check (count > 0),
  last_at timestamptz not null
);

-- The values of facets by number. A facet is `category`, `subcategory`, `brand` (values are ids), `price`, `discount`
-- (values are the lower bounds of price_bands and discount_steps), or the slug of an option or attribute.
create table facet_values (
  id int primary key generated always as identity,
  facet text not null,
  value text not null,
  -- As one product has it; others may have it in other letters.
  label text not null,
  unique (facet, value)
);

-- The facet values of each product for sale. Not columns of products, whose rows are ten times as wide.
create table product_facets (
  product_id uuid primary key references products (id) on delete cascade,
  category_id uuid,
  subcategory_id uuid,
  facets int[] not null
);
create index product_facets_values on product_facets using gin (facets);

-- Numbers of products for sale by category and facet value, cached like those of products.
create table facet_totals (
  category_id uuid,
  subcategory_id uuid,
  facet_value int not null,
  products bigint not null,
  unique nulls not distinct (category_id, subcategory_id, facet_value)
);
create table facet_total_changes (like facet_totals);

-- ## Catalogue: batches and imports

-- Work on many products at once: one row is one job, its progress and what failed.
create table product_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  action text not null check (action in ('category', 'discount', 'status', 'gst', 'delete', 'undo')),
  detail jsonb not null default '{}',
  product_ids uuid[] not null,
  done int not null default 0 check (done between 0 and cardinality(product_ids)),
  -- [{"id", "name", "message"}] in the order they failed.
  failures jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The batch that this one undoes; each is undone once.
  undoes uuid unique references product_batches (id) on delete cascade
);
create index product_batches_newest on product_batches (user_id, created_at desc);

-- What a batch replaced, product by product, so that it can be undone for a day: the status, or the prices of each
-- variant.
create table product_batch_undo (
  batch_id uuid not null references product_batches (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  before jsonb not null,
  primary key (batch_id, product_id)
);

-- ZIP files with the pictures of an import; the file itself is among the stored files.
create table import_archives (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  file_name text not null default '',
  path text not null,
  -- [{"name", "entry", "bytes", "crc32"}] of the pictures in it.
  pictures jsonb not null,
  created_at timestamptz not null default now()
);

-- Products from files: one row is one job, with what was read, how far it is and what went wrong.
create table product_imports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  file_name text not null default '',
  -- The products as they were read from the file, in its order.
  items jsonb not null,
  total int not null check (total >= 0),
  done int not null default 0 check (done between 0 and total),
  -- [{"line", "name", "message"}]: products that could not be written.
  failures jsonb not null default '[]',
  -- The same shape: products that were written, with something left out, such as a picture.
  notes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  archive_id uuid references import_archives (id) on delete set null,
  -- How many products it created or changed; those that are as the file says stay untouched.
  written int not null default 0,
  -- Who chooses the same file again is told before its stock is added a second time.
  file_hash text,
  -- What products still lack: [{"line", "name", "slug", "missing": ["Pictures", …]}]
  missing jsonb not null default '[]',
  -- Products whose pictures can be fetched again, as in items.
  retry jsonb not null default '[]'
);
create index product_imports_newest on product_imports (user_id, created_at desc);
create index product_imports_archive on product_imports (archive_id) where archive_id is not null;
create index product_imports_by_file on product_imports (file_hash, created_at desc);

-- Where a picture was fetched from, so that it is fetched once.
create table imported_pictures (
  address text primary key,
  path text not null references media_files (path) on delete cascade,
  fetched_at timestamptz not null default now()
);

-- What a product is called in the files that it is imported from: the ID of WooCommerce, the handle of Shopify, or the
-- name in a list that has neither. A file that is imported again finds its products by it.
create table product_sources (
  source text not null check (source in ('shopify', 'woocommerce', 'name')),
  key text not null,
  product_id uuid not null references products (id) on delete cascade,
  primary key (source, key)
);
create index product_sources_by_product on product_sources (product_id);

-- ## Orders

-- Orders, payments, refunds and invoices are books of account: they are never deleted, except for test orders.
create type order_status as enum ('pending', 'paid', 'failed', 'processing', 'shipped', 'delivered', 'cancelled');
-- reserved: the units of the order are out of the stock. released: they went back.
create type stock_state as enum ('reserved', 'released');
-- How much of the price was refunded, computed from payments and refunds.
create type refund_state as enum ('none', 'partly_refunded', 'refunded');
-- Of an order that is paid on delivery (decision 109); null for others.
create type cod_state as enum ('unconfirmed', 'confirmed_by_buyer', 'confirmed');
create table orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status order_status not null default 'pending',
  stock stock_state not null default 'reserved',
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null default 'INR' check (currency = 'INR'),
  user_id uuid references users (id),
  is_guest boolean not null,
  name text not null,
  email text not null default '' check (email = lower(email)),
  mobile text not null default '',
  alt_mobile text not null default '',
  -- {name, address, city, state, postalCode, country}; null if nothing is shipped.
  shipping jsonb,
  -- Who has it may read the order (contract §3).
  access_key text not null,
  -- The network address of the buyer, for the limits of unpaid orders (decision 37).
  placed_from text not null default '',
  provider text not null check (provider in ('razorpay', 'sandbox')),
  provider_order_id text unique,
  -- A test order never counts as revenue of a live shop.
  is_test boolean not null default false,
  expires_at timestamptz not null,
  next_check_at timestamptz,
  checks int not null default 0,
  courier text not null default '',
  tracking_number text not null default '',
  idempotency_scope text,
  idempotency_key text,
  request_hash text,
  deleted_at timestamptz,
  refund_state refund_state not null default 'none',
  -- An order that replaces an unpaid one continues its reservation: both have the same id and end at the same time.
  reservation_id uuid not null default gen_random_uuid(),
  reserved_at timestamptz not null default now(),
  -- The email address as limits count it: without the part after +, for Gmail without dots.
  mailbox text not null default '',
  -- The /24 or /64 of placed_from.
  address_block text not null default '',
  -- Until then one process creates the order at the payment provider; others wait for its result.
  payment_opening_until timestamptz,
  -- What the payment provider asks for, if that is not the amount.
  charged_paise bigint,
  -- The zone that an order was priced with, and the days between which the checkout promised to deliver it (India).
  delivery jsonb,
  cod_state cod_state,
  -- Part of the amount, and of the shipping shares of the lines.
  cod_fee_paise bigint not null default 0,
  -- Not packed before it is confirmed.
  cod_needs_confirmation boolean not null default false,
  -- Of the token in the mail with which the buyer confirms the order; null once it was used.
  cod_token_hash bytea,
  buyer_note text not null default '',
  gift_message text not null default '',
  -- The business that buys: its name and GSTIN, both empty for a consumer.
  business_name text not null default '',
  gstin text not null default '',
  -- The version of the text to which the buyer agreed, and when; null if they did not, or have withdrawn it.
  whatsapp_consent text,
  whatsapp_consent_at timestamptz,
  -- The pickup point as it was at checkout, and when the shop said that the order is ready.
  pickup jsonb,
  pickup_ready_at timestamptz,
  -- The part in advance. The order waits for it like one that is paid online (cod_state is null, charged_paise is the part);
  -- then the courier collects the rest.
  cod_advance_paise bigint not null default 0,
  -- By what the total of an order on delivery was rounded to whole rupees: a part of amount_paise, and of no line.
  rounding_paise integer not null default 0,
  -- Whether the business that buys is a unit or developer of a Special Economic Zone: the supply is inter-state, even
  -- within the state of the seller (IGST Act, section 7(5)(b)).
  is_sez boolean not null default false,
  unique (idempotency_scope, idempotency_key),
  check ((idempotency_key is null) = (request_hash is null)),
  constraint orders_of_sandbox_are_tests check (is_test or provider <> 'sandbox'),
  constraint orders_business_check check ((business_name = '') = (gstin = '')),
  constraint orders_whatsapp_check check ((whatsapp_consent is null) = (whatsapp_consent_at is null)),
  constraint orders_pickup_check check (pickup is null or shipping is null),
  constraint cod_advance_is_charged
    check (cod_advance_paise = 0 or cod_advance_paise >= 100 and charged_paise = cod_advance_paise),
  constraint orders_sez_check check (not is_sez or gstin <> '')
);
create index orders_by_user on orders (user_id, created_at desc);
create index orders_by_email on orders (email, created_at desc);
create index orders_by_mobile on orders (mobile);
create index orders_expiry on orders (expires_at) where status = 'pending' and stock = 'reserved';
create index orders_unsettled on orders (next_check_at) where next_check_at is not null;
create index orders_by_number on orders (right(id::text, 6));
create index orders_of_guests on orders (email) where is_guest and user_id is null;
create index orders_hidden on orders (created_at desc, id desc) where deleted_at is not null;
create index orders_tests on orders (id) where is_test;
create index orders_guests on orders (email, mobile) where is_guest and user_id is null and deleted_at is null;
-- The list of the back office is filtered, sorted and counted from indexes alone.
create index orders_newest on orders (created_at desc, id desc) include (status, is_guest, refund_state)
  where deleted_at is null;
create index orders_by_amount on orders (amount_paise desc, id desc)
  include (created_at, status, is_guest, refund_state) where deleted_at is null;
create index orders_by_status on orders (status, created_at desc) include (refund_state) where deleted_at is null;
create index orders_refunded on orders (created_at desc, id desc) include (status, refund_state)
  where refund_state <> 'none' and deleted_at is null;
-- All that a person may know of an order; the blank in front marks the beginning of the first word.
create index orders_search on orders using gin ((' ' || lower(name) || ' ' || email || ' ' || mobile || ' ' ||
  alt_mobile || ' ' || lower(tracking_number) || ' ' ||
  coalesce(lower(shipping->>'city') || ' ' || (shipping->>'postalCode'), '')) gin_trgm_ops);
create index orders_by_mailbox on orders (mailbox, reserved_at) where mailbox <> '';
create index orders_by_address_block on orders (address_block, reserved_at) where address_block <> '';

-- What was bought, as it was when it was bought: no later change of a product reaches it.
create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position int not null,
  product_id uuid not null references products (id),
  variant_id uuid not null references variants (id),
  name text not null,
  variant_label text not null default '',
  sku text not null,
  slug text not null,
  image text,
  hsn text,
  gst_tenths int not null,
  unit_paise bigint not null check (unit_paise >= 0),
  quantity int not null check (quantity between 1 and 999),
  line_paise bigint not null,
  -- Shares of the discount and of the delivery charge of the order.
  discount_paise bigint not null default 0,
  shipping_paise bigint not null default 0,
  -- To whom the gift card of a line is mailed: name, email address, message and day, all of them empty for the buyer. Empty
  -- ({}) once the card exists, which has them then; null for other lines.
  recipient jsonb,
  gst_hundredths smallint not null default 0,
  -- The share of a line in what a free gift card pays: a part of line_paise, and not of its taxable value.
  free_paise bigint not null default 0,
  unique (order_id, position),
  constraint order_items_line check (line_paise = unit_paise * quantity - discount_paise + shipping_paise
    and discount_paise between 0 and unit_paise * quantity and shipping_paise >= 0),
  constraint order_items_gst_hundredths check (gst_hundredths between 0 and 9),
  constraint order_items_free check (free_paise between 0 and line_paise)
);
create index order_items_by_product on order_items (product_id);
create index order_items_by_variant on order_items (variant_id);
create index order_items_search on order_items using gin
  ((' ' || lower(name || ' ' || variant_label || ' ' || sku)) gin_trgm_ops);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null default now(),
  status order_status not null,
  by_user uuid references users (id),
  by_label text not null,
  note text not null default '',
  -- Not shown to the shopper.
  internal boolean not null default false,
  -- Notes of admins are events of their own, which their author can change. The audit log keeps the earlier text.
  is_note boolean not null default false,
  edited_at timestamptz
);
create index order_events_by_order on order_events (order_id, id);

-- Payment and fulfilment are two states of an order (contract §7).
create type payment_state as enum
  ('pending', 'authorized', 'paid', 'partly_paid', 'partly_refunded', 'refunded', 'failed', 'due_on_delivery');
create type fulfilment_state as enum ('unfulfilled', 'partly_fulfilled', 'fulfilled', 'delivered', 'returned');
-- Both states of each order, and in which lists of work it is. Computed from ledger, payments and shipments.
create table order_states (
  order_id uuid primary key references orders (id) on delete cascade,
  created_at timestamptz not null,
  is_hidden boolean not null,
  payment_state payment_state not null,
  fulfilment_state fulfilment_state not null,
  -- Units are left to pack, in an order that is to be shipped.
  to_pack boolean not null,
  -- A packed parcel waits for its courier.
  to_ship boolean not null,
  in_transit boolean not null,
  is_unpaid boolean not null,
  has_return boolean not null
);
create index order_states_to_pack on order_states (created_at desc, order_id desc) where to_pack and not is_hidden;
create index order_states_to_ship on order_states (created_at desc, order_id desc) where to_ship and not is_hidden;
create index order_states_in_transit on order_states (created_at desc, order_id desc) where in_transit and not is_hidden;
create index order_states_unpaid on order_states (created_at desc, order_id desc) where is_unpaid and not is_hidden;
create index order_states_returns on order_states (created_at desc, order_id desc) where has_return and not is_hidden;
create index order_states_by_payment on order_states (payment_state, created_at desc, order_id desc)
  include (is_hidden);
create index order_states_by_fulfilment on order_states (fulfilment_state, created_at desc, order_id desc)
  include (is_hidden);

-- Numbers of orders and sums of money are cached (decision 64). A transaction that changes them appends rows to …_changes, so
-- that payers never wait for each other; a job adds these rows to the totals every minute. A figure is the sum of both.

-- What was captured of an order less what was refunded: the sum of its money in order_total_changes.
create table order_balances (
  order_id uuid primary key references orders (id) on delete cascade,
  paise bigint not null
);

-- Orders, and their balances, by the day in India on which they were placed; -infinity stands for all days.
create table order_totals (
  day date not null,
  status order_status not null,
  refund_state refund_state not null,
  is_test boolean not null,
  is_guest boolean not null,
  is_hidden boolean not null,
  orders bigint not null,
  paise bigint not null,
  primary key (day, status, refund_state, is_test, is_guest, is_hidden)
);
create table order_total_changes (like order_totals);

-- Money by the day in India on which it was captured or refunded.
create table sales_totals (
  day date not null,
  is_test boolean not null,
  is_hidden boolean not null,
  paise bigint not null,
  primary key (day, is_test, is_hidden)
);
create table sales_total_changes (like sales_totals);

-- Who gets an order, in any spelling (addressee_of): limits of discounts per customer count by it.
create table order_addressees (
  order_id uuid primary key references orders (id) on delete cascade,
  addressee bytea not null
);
create index order_addressees_by_addressee on order_addressees (addressee);

-- Labels that admins give to orders, such as "wholesale".
create table order_tags (
  order_id uuid not null references orders (id) on delete cascade,
  tag text not null check (tag = lower(tag) and length(tag) between 1 and 40),
  primary key (order_id, tag)
);
create index order_tags_by_tag on order_tags (tag, order_id);

-- Orders with a document that were deleted: they leave the list and stay in the books.
create table archived_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  archived_at timestamptz not null
);

-- Orders that an admin created for a customer.
create table manual_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- By how much the admin reduced the prices of the catalogue, discount included: the limit of their role counts it.
  reduced_paise bigint not null check (reduced_paise >= 0)
);
create index manual_orders_by_admin on manual_orders (created_by, created_at);

-- An order can be changed until it ships (decision 102).
create table order_edits (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- By how much the admin reduced prices: the limit of their role counts it.
  reduced_paise bigint not null check (reduced_paise >= 0),
  idempotency_key text not null,
  request_hash text not null,
  unique (order_id, idempotency_key)
);
create index order_edits_by_admin on order_edits (created_by, created_at);

-- One action on many orders, as a job.
create table order_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  action text not null,
  -- What the admin entered, such as the courier.
  detail jsonb not null,
  order_ids uuid[] not null,
  done int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index order_batches_by_user on order_batches (user_id, created_at desc);

-- The orders in which it changed nothing, and why. Rows, so that a large batch needs no more memory than a small one.
create table order_batch_skips (
  batch_id uuid not null references order_batches (id) on delete cascade,
  order_id uuid not null,
  message text not null,
  primary key (batch_id, order_id)
);

-- The lists of orders that an admin has saved.
create table order_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- The filters as in the address of the list.
  query text not null,
  created_at timestamptz not null default now()
);
create index order_views_by_user on order_views (user_id, created_at);

-- One PDF with documents of many orders. The file exists as long as the row, which is deleted after a day.
create table print_jobs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('packing_slips', 'invoices', 'labels', 'label_sheets', 'courier_labels', 'pick_list')),
  -- In the order of the pages.
  order_ids uuid[] not null,
  done int not null default 0 check (done between 0 and cardinality(order_ids)),
  -- [{"id", "reason"}] in the order of the pages.
  skipped jsonb not null default '[]',
  pages int not null default 0,
  -- How often the job was begun. A run that is not the last one must not write any more.
  runs int not null default 0,
  progressed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index print_jobs_newest on print_jobs (user_id, created_at desc);

-- ## Stock

-- The ledger of stock. The sum of a variant is variants.stock.
create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  variant_id uuid not null references variants (id),
  delta int not null check (delta <> 0),
  reason text not null,
  order_id uuid references orders (id),
  by_label text not null
);
create index stock_movements_by_variant on stock_movements (variant_id);
create index stock_movements_by_order on stock_movements (order_id) where order_id is not null;

-- Mail addresses that asked for one mail when a variant is back in stock.
create table stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references variants (id) on delete cascade,
  email text not null,
  mailbox text not null,
  -- In the link of the mail that ends all waiting alerts of the mailbox.
  token text not null unique,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create unique index stock_alerts_waiting on stock_alerts (mailbox, variant_id) where mailed_at is null;
create index stock_alerts_variant on stock_alerts (variant_id) where mailed_at is null;

-- ## Payments

-- One row for each attempt to pay, as last read from the provider, and for each offline payment.
create type payment_status as enum ('created', 'authorized', 'captured', 'failed');
create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  provider_payment_id text unique,
  status payment_status not null,
  method text not null default '',
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  -- The payment that this order was paid with.
  is_primary boolean not null default false,
  by_user uuid references users (id),
  note text not null default '',
  error_reason text not null default '',
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  -- A payment without an entry in the ledger, because it is no money; neither have its refunds, which return to the card.
  is_free boolean not null default false,
  check (not is_primary or status = 'captured'),
  check ((status = 'captured') = (captured_at is not null))
);
create index payments_by_order on payments (order_id);
create index payments_captured on payments (captured_at) where status = 'captured';
-- The dashboard reads these columns from the index alone.
create index payments_taken on payments (captured_at) include (order_id, amount_paise)
  where status = 'captured' and currency = 'INR';
create unique index payments_one_primary on payments (order_id) where is_primary;

-- The payment link of an order, of which the provider's id is known once it has been created there.
create table payment_links (
  order_id uuid primary key references orders (id) on delete cascade,
  provider_link_id text unique,
  url text,
  -- Since when it can't be paid any more, as far as the shop knows.
  closed_at timestamptz,
  -- An order that is changed before it is paid gets another payment link: 2 for the second one, and so on (decision 102).
  generation int not null default 1,
  check ((provider_link_id is null) = (url is null))
);
create index payment_links_open on payment_links (order_id) where closed_at is null;

-- What is left to pay of an order that was changed after it was paid, asked for by a payment link.
create type payment_request_state as enum ('open', 'paid', 'withdrawn', 'expired', 'refused');
create table payment_requests (
  -- Also the reference of the link at the payment provider.
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise >= 100),
  state payment_request_state not null default 'open',
  provider_link_id text unique,
  url text,
  -- The provider's order of the link, which exists once somebody has opened it.
  provider_order_id text unique,
  -- The payment that was received for it.
  payment_id uuid unique references payments (id) on delete set null,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A process creates the link now, until this time.
  claimed_until timestamptz,
  -- Since when the link can't be paid any more, as far as the shop knows.
  closed_at timestamptz,
  check ((provider_link_id is null) = (url is null))
);
create index payment_requests_of_order on payment_requests (order_id);
create unique index payment_requests_open on payment_requests (order_id) where state = 'open';
create index payment_requests_to_handle on payment_requests (created_at) where closed_at is null;

-- Events of the payment provider: stored first, then handled (contract §3).
create table webhook_events (
  event_id text primary key,
  event text not null,
  provider_order_id text,
  body text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts int not null default 0,
  error text not null default ''
);
create index webhook_events_open on webhook_events (received_at) where handled_at is null;
create index webhook_events_oldest on webhook_events (received_at);
create index webhook_events_by_order on webhook_events (provider_order_id);

-- Alerts: money without an order, amounts that differ, refunds that failed.
create table attention_items (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  order_id uuid references orders (id),
  subject text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  unique (kind, subject)
);
create index attention_items_open on attention_items (created_at desc) where resolved_at is null;

-- The provider's orders of test orders that were removed: a late event of one is not about a lost payment.
create table removed_test_orders (
  provider_order_id text primary key,
  removed_at timestamptz not null default now()
);

-- ## Refunds

create type refund_status as enum ('requested', 'pending', 'processed', 'failed');
create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status refund_status not null default 'requested',
  reason text not null,
  idempotency_key text not null unique,
  provider_refund_id text unique,
  by_user uuid references users (id),
  error text not null default '',
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  -- A repeated request is recognised by its content.
  request_hash text,
  approved_by uuid references users (id),
  check (status <> 'processed' or processed_at is not null)
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status in ('requested', 'pending');
create index refunds_given on refunds (processed_at) include (order_id, amount_paise) where status = 'processed';
create index refunds_by_admin on refunds (by_user, created_at);

-- Which lines of its order a refund takes back. Money of a refund that no line accounts for is goodwill.
create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_item_id uuid not null references order_items (id),
  -- 0 where the price of the units is split between two payments: the units count once.
  quantity int not null check (quantity >= 0),
  amount_paise bigint not null check (amount_paise >= 0),
  -- Units that went back into stock. They stay there if the refund fails.
  restocked int not null default 0 check (restocked >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_lines_by_item on refund_lines (order_item_id);

-- Refunds that a second admin has to approve.
create type refund_approval_state as enum ('waiting', 'approved', 'rejected');
create table refund_approvals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  -- The order lines that it covers, as in refund_lines.
  lines jsonb not null,
  -- Of this payment alone, if set.
  payment_id uuid references payments (id),
  -- Begins the idempotency keys of the refunds that follow.
  prefix text not null unique,
  request_hash text,
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  state refund_approval_state not null default 'waiting',
  decided_by uuid references users (id),
  decided_at timestamptz,
  constraint refund_approvals_four_eyes check (state <> 'approved' or decided_by <> requested_by),
  -- After a restore the shop itself rejects what waits, so a rejection may have no admin.
  constraint refund_approvals_decided check (
    (state = 'waiting') = (decided_at is null)
    and (state <> 'waiting' or decided_by is null)
    and (state <> 'approved' or decided_by is not null)
  )
);
create index refund_approvals_newest on refund_approvals (state, requested_at desc, id desc);
create index refund_approvals_by_order on refund_approvals (order_id);
create index refund_approvals_by_admin on refund_approvals (requested_by, requested_at);

-- The ledger of money: captured and offline payments in, refunds out. The sum of an order is its net payment.
create table ledger_entries (
  -- Sequence and constraints have the former name of the table.
  id bigint generated always as identity (sequence name money_movements_id_seq),
  at timestamptz not null default now(),
  order_id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  amount_paise bigint not null,
  reason text not null,
  by_label text not null,
  constraint money_movements_pkey primary key (id),
  constraint money_movements_order_id_fkey foreign key (order_id) references orders (id),
  constraint money_movements_payment_id_fkey foreign key (payment_id) references payments (id),
  constraint money_movements_refund_id_fkey foreign key (refund_id) references refunds (id),
  constraint money_movements_refund_id_key unique (refund_id),
  constraint money_movements_amount_paise_check check (amount_paise <> 0),
  constraint money_movements_check check ((refund_id is null) = (amount_paise > 0))
);
create unique index ledger_entries_once on ledger_entries (payment_id) where refund_id is null;
create index ledger_entries_by_order on ledger_entries (order_id);
create index ledger_entries_newest on ledger_entries (at);

-- ## Invoices

-- Numbers without gaps: the row is locked while the next one is given out, and rolls back with it.
create table invoice_counters (
  series text not null,
  year text not null,
  last int not null default 0 check (last >= 0),
  primary key (series, year)
);

-- Numbers of documents that are not used, because they may have been used after the backup was made.
create table skipped_numbers (
  series text not null,
  year text not null,
  first int not null check (first >= 1),
  last int not null,
  reason text not null,
  skipped_at timestamptz not null,
  primary key (series, year, first),
  check (first <= last)
);

-- The invoice of an order that is changed becomes a `replaced_invoice`: a credit note reverses it, and another one is issued.
create type invoice_kind as enum ('invoice', 'credit_note', 'replaced_invoice');
create table invoices (
  id uuid primary key default gen_random_uuid(),
  kind invoice_kind not null default 'invoice',
  order_id uuid not null references orders (id),
  refund_id uuid unique references refunds (id),
  series text not null,
  year text not null,
  number int not null check (number > 0),
  code text not null unique check (length(code) <= 16),
  issued_at timestamptz not null default now(),
  -- All that the document says; the PDF is drawn from this alone (decision 16).
  content jsonb not null,
  -- The SHA-256 of the stored PDF in hexadecimal; null until it is rendered.
  pdf_sha256 text check (length(pdf_sha256) = 64),
  unique (series, year, number),
  -- A credit note without a refund reverses an invoice that was replaced.
  constraint invoices_refund check (kind = 'credit_note' or refund_id is null)
);
create unique index invoices_one_per_order on invoices (order_id) where kind = 'invoice';
create index invoices_by_order on invoices (order_id);

-- ## Fulfilment

create type shipment_state as enum ('packed', 'shipped', 'delivered', 'returned', 'cancelled');
-- A parcel with a part of an order. `returned`: back at its origin (RTO).
create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  -- 1 for the first parcel of the order.
  number int not null check (number > 0),
  state shipment_state not null,
  courier text not null default '',
  tracking_number text not null default '',
  weight_grams int check (weight_grams > 0),
  length_cm int check (length_cm > 0),
  width_cm int check (width_cm > 0),
  height_cm int check (height_cm > 0),
  created_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  returned_at timestamptz,
  unique (order_id, number)
);
create index shipments_search on shipments using gin (lower(tracking_number) gin_trgm_ops)
  where tracking_number <> '';

create table shipment_lines (
  shipment_id uuid not null references shipments (id) on delete cascade,
  order_item_id uuid not null references order_items (id) on delete cascade,
  quantity int not null check (quantity > 0),
  -- Units of a returned parcel that went back into stock.
  restocked int not null default 0 check (restocked between 0 and quantity),
  primary key (shipment_id, order_item_id)
);
create index shipment_lines_by_item on shipment_lines (order_item_id);

create table shipment_events (
  id bigint generated always as identity primary key,
  shipment_id uuid not null references shipments (id) on delete cascade,
  at timestamptz not null default now(),
  state shipment_state not null,
  by_user uuid references users (id),
  by_label text not null,
  note text not null default ''
);
create index shipment_events_by_shipment on shipment_events (shipment_id, id);

-- Accounts at couriers (decision 114). `sandbox` carries nothing; a shop in test mode can be tried with it.
create table courier_accounts (
  provider text primary key check (provider in ('shiprocket', 'delhivery', 'sandbox')),
  is_on boolean not null default false,
  login text not null default '',
  -- The password or API token, encrypted with the key of the shop.
  secret bytea,
  pickup_location text not null default '',
  pickup_pin text not null default '',
  weight_grams int not null default 500 check (weight_grams > 0),
  length_cm int not null default 20 check (length_cm > 0),
  width_cm int not null default 15 check (width_cm > 0),
  height_cm int not null default 5 check (height_cm > 0),
  -- SHA-256 of the token with which the courier sends events.
  event_token_hash bytea unique,
  updated_at timestamptz not null default now()
);

-- Shipments as booked with a courier.
create table courier_bookings (
  id uuid primary key default gen_random_uuid(),
  shipment_id uuid not null references shipments (id) on delete cascade,
  provider text not null,
  -- The number of the order at the courier: the id of the shipment, and after a failed or cancelled booking a new number.
  reference text not null unique,
  state text not null default 'open' check (state in ('open', 'booked', 'failed', 'cancelling', 'cancelled')),
  -- The service that the admin has chosen, and later the name of the one that carries the shipment.
  service text not null default '',
  wants_pickup boolean not null default false,
  by_user uuid not null references users (id),
  by_label text not null,
  -- How often the courier was asked to book it. From the second time on, it is looked up first.
  attempts int not null default 0,
  -- Until when a process works on it.
  claimed_until timestamptz,
  provider_order_id text not null default '',
  provider_shipment_id text not null default '',
  tracking_number text not null default '',
  -- What the courier last said, in its own words, and the state of a shipment that this means.
  status text not null default '',
  status_at timestamptz,
  tracked_state shipment_state,
  tracked_at timestamptz,
  pickup text not null default '',
  problem text not null default '',
  -- The courier refused to cancel it after its shipment was unpacked.
  cancel_refused_at timestamptz,
  -- When its label was stored; deleted after a day.
  label_at timestamptz,
  created_at timestamptz not null default now()
);
-- A shipment is booked once at a time.
create unique index courier_bookings_current on courier_bookings (shipment_id)
  where state in ('open', 'booked', 'cancelling');
create index courier_bookings_of_shipment on courier_bookings (shipment_id, created_at desc);
create index courier_bookings_unfinished on courier_bookings (created_at) where state in ('open', 'cancelling');
create index courier_bookings_by_number on courier_bookings (tracking_number) where tracking_number <> '';
create index courier_bookings_labels on courier_bookings (label_at) where label_at is not null;
create index courier_bookings_tracked on courier_bookings (tracked_at nulls first) where state = 'booked';

-- Tracking events as they were received, each once.
create table courier_events (
  id text primary key,
  provider text not null,
  body text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  error text not null default ''
);
create index courier_events_open on courier_events (received_at) where handled_at is null;

-- What couriers have answered about PIN codes, so that each is asked rarely.
create table courier_pin_answers (
  provider text not null,
  pin text not null,
  -- Null until the first answer.
  is_served boolean,
  has_cod boolean,
  answered_at timestamptz,
  -- When it was last asked: it is not asked again at once if it does not answer.
  asked_at timestamptz not null,
  primary key (provider, pin),
  check ((answered_at is null) = (is_served is null) and (is_served is null) = (has_cod is null))
);

-- The parcels of the test courier.
create table courier_test_parcels (
  reference text primary key,
  tracking_number text not null unique,
  pin text not null,
  -- How often the shop has asked where it is: each time it moves one step.
  steps int not null default 0,
  is_cancelled boolean not null default false,
  created_at timestamptz not null default now()
);

-- What the directory of India Post and the list of a courier say of PIN codes. Each import replaces its own
-- columns in all rows.
create table pin_codes (
  pin text primary key check (pin ~ '^[1-9][0-9]{5}$'),
  -- Of the directory; empty if it is not known, the state also if the PIN code belongs to several.
  city text not null default '',
  state text not null default '',
  -- Of the courier; null if its list does not say.
  is_served boolean,
  has_cod boolean
);

-- ## Cash on delivery

-- Mobile numbers and mailboxes whose orders can't be paid on delivery.
create table cod_blocks (
  id uuid primary key default gen_random_uuid(),
  contact text not null unique,
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id)
);

-- What couriers have passed on of the cash that they collected, once for each order.
create table cod_remittances (
  order_id uuid primary key references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  -- The day in the file of the courier, if it has one.
  remitted_on date,
  recorded_at timestamptz not null default now(),
  recorded_by uuid not null references users (id)
);

-- ## Discounts and price lists

-- Discounts, with a code or automatic (decision 106).
create type discount_target as enum ('order', 'products', 'categories');
create table discounts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- What shoppers read beside the amount.
  title text not null check (title <> ''),
  -- In capitals; null for an automatic discount.
  code text check (code = upper(code) and code <> ''),
  is_enabled boolean not null,
  percent_tenths int check (percent_tenths between 1 and 1000),
  amount_paise bigint check (amount_paise >= 1),
  applies_to discount_target not null,
  -- Ids of the products or categories, unless it applies to the order.
  target_ids uuid[] not null,
  -- What the products that it applies to must cost, and how many they must be.
  min_subtotal_paise bigint not null check (min_subtotal_paise >= 0),
  min_quantity int not null check (min_quantity >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int check (max_uses >= 1),
  max_uses_per_customer int check (max_uses_per_customer >= 1),
  is_for_first_order boolean not null,
  is_for_accounts boolean not null,
  is_combinable boolean not null,
  -- Whether the footer of the storefront names it.
  is_announced boolean not null,
  is_demo boolean not null default false,
  -- The orders with this discount that have not failed or been cancelled. A late payment can exceed `max_uses`.
  uses int not null default 0 check (uses >= 0),
  -- Its codes are used once each, and created in batches.
  has_unique_codes boolean not null default false,
  -- A price for each unit of the products that the discount applies to.
  fixed_price_paise bigint check (fixed_price_paise >= 1),
  -- Buy X get Y: who buys min_quantity units, or for min_subtotal_paise, of what the discount applies to gets so many units of
  -- these targets reduced by percent_tenths.
  get_quantity int check (get_quantity >= 1),
  get_applies_to discount_target,
  get_target_ids uuid[],
  -- How often one order has it.
  max_per_order int check (max_per_order >= 1),
  -- Takes off the delivery charge instead of the products.
  is_free_shipping boolean not null default false,
  -- How often each customer can use it on one day in India.
  max_uses_per_customer_per_day int check (max_uses_per_customer_per_day >= 1),
  -- Only for accounts of customers with one of these tags; empty for all.
  customer_tags text[] not null default '{}',
  -- Only for accounts that were created within this number of days.
  new_account_days int check (new_account_days >= 1),
  -- Not for orders that are paid on delivery.
  is_online_only boolean not null default false,
  constraint discounts_check1 check (ends_at > starts_at),
  constraint discounts_one_kind_of_code check (not (has_unique_codes and code is not null)),
  constraint discounts_buy_x_get_y check (num_nonnulls(get_quantity, get_applies_to, get_target_ids) in (0, 3)),
  constraint discounts_buys check (get_quantity is null
    or percent_tenths is not null and (min_quantity > 0) <> (min_subtotal_paise > 0)),
  constraint discounts_one_value check (
    num_nonnulls(percent_tenths, amount_paise, fixed_price_paise) + is_free_shipping::int = 1)
);
create unique index discounts_by_code on discounts (code) where deleted_at is null;
create index discounts_automatic on discounts (id) where code is null and is_enabled and deleted_at is null;

create table discount_code_batches (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  discount_id uuid not null references discounts (id),
  prefix text not null
);
create index discount_code_batches_by_discount on discount_code_batches (discount_id);

create table discount_codes (
  -- In capitals.
  code text primary key check (code = upper(code) and code <> ''),
  batch_id uuid not null references discount_code_batches (id),
  -- The orders with this code that have not failed or been cancelled. A late payment can make it two.
  uses int not null default 0 check (uses >= 0)
);
create index discount_codes_by_batch on discount_codes (batch_id);

-- The discounts of an order, as they were when it was placed.
create table order_discounts (
  order_id uuid not null references orders (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  title text not null,
  code text,
  amount_paise bigint not null check (amount_paise > 0),
  -- Whether it reduces the delivery charge of the order, and no line by a share of its own.
  is_off_shipping boolean not null default false,
  primary key (order_id, discount_id)
);
create index order_discounts_by_discount on order_discounts (discount_id);

-- By how much they reduce each line. The sum is order_items.discount_paise. An admin who changes the lines of an order gives
-- it another discount instead.
create table order_item_discounts (
  order_item_id uuid not null references order_items (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  amount_paise bigint not null check (amount_paise > 0),
  primary key (order_item_id, discount_id)
);
create index order_item_discounts_by_discount on order_item_discounts (discount_id);

-- Prices for the customers with a tag, such as wholesale (decision 164).
create table price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  -- The list is for accounts of customers with this tag.
  customer_tag text not null check (customer_tag = lower(customer_tag) and length(customer_tag) between 1 and 40),
  -- Off the selling price of each product without a price below; null for none.
  percent_tenths int check (percent_tenths between 1 and 999),
  -- Whether discounts also reduce these prices.
  takes_discounts boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index price_lists_by_name on price_lists (lower(name));

-- The prices of a list for certain variants. One that is not below the selling price has no effect.
create table price_list_prices (
  price_list_id uuid not null references price_lists (id) on delete cascade,
  variant_id uuid not null references variants (id) on delete cascade,
  paise bigint not null check (paise between 1 and 100000000000),
  primary key (price_list_id, variant_id)
);
create index price_list_prices_by_variant on price_list_prices (variant_id);

-- ## Gift cards

-- Codes with a balance with which orders are paid.
create table gift_cards (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- SHA-256 of the code, and its last characters; null and empty until it is mailed for the first time.
  code_hash bytea unique,
  code_ending text not null default '',
  -- The sum of the entries.
  balance_paise bigint not null default 0 check (balance_paise >= 0),
  -- The first moment at which it can't be used any more.
  expires_at timestamptz,
  disabled_at timestamptz,
  reason text not null,
  created_by uuid references users (id),
  recipient_name text not null,
  -- Empty: the admin gives the code to the customer.
  recipient_email text not null,
  message text not null,
  -- The day in India on which it is mailed.
  send_on date,
  sent_at timestamptz,
  -- The line with which a card was bought: one unit, so that no line can have two cards.
  order_item_id uuid references order_items (id) on delete set null,
  -- The shop gave it away. What it pays of an order is a discount and no money (CGST Act, section 15(3); decision 202).
  is_free boolean not null default false,
  check ((recipient_email = '') = (send_on is null))
);
create index gift_cards_newest on gift_cards (created_at desc, id);
create index gift_cards_to_send on gift_cards (send_on) where sent_at is null and send_on is not null;
create unique index gift_cards_by_order_item on gift_cards (order_item_id);

-- cancelled: the rest of a card whose line is refunded.
create type gift_card_entry_kind as enum ('issued', 'used', 'returned', 'refunded', 'cancelled');
-- Every change of a balance; rows are never changed. `order_id` refers to no row, because test orders are removed.
create table gift_card_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  gift_card_id uuid not null references gift_cards (id),
  kind gift_card_entry_kind not null,
  amount_paise bigint not null check (amount_paise <> 0),
  order_id uuid,
  by_label text not null
);
create index gift_card_entries_by_card on gift_card_entries (gift_card_id);
create index gift_card_entries_by_order on gift_card_entries (order_id) where order_id is not null;

-- The part of an order that a gift card pays: taken when the order is placed, a payment when the order is paid.
create table gift_card_uses (
  order_id uuid primary key references orders (id) on delete cascade,
  gift_card_id uuid not null references gift_cards (id),
  amount_paise bigint not null check (amount_paise > 0),
  charged_at timestamptz,
  -- As the card was when the order was placed.
  is_free boolean not null default false
);
create index gift_card_uses_by_card on gift_card_uses (gift_card_id);

-- ## Customers

-- Accounts, and guests with a paid order. Triggers append what changed to
-- customer_changes, so that nobody who pays waits; fold_customers adds them, before each read and every minute.
create table customers (
  id uuid primary key default gen_random_uuid(),
  -- Null for a guest.
  user_id uuid unique references users (id),
  -- Of the account, or of the newest order of a guest.
  name text not null,
  email text not null default '',
  mobile text not null default '',
  -- The time of the account or of the first order.
  created_at timestamptz not null,
  -- Orders for which money was received, and what was kept of it; not of hidden orders.
  orders int not null default 0,
  paise bigint not null default 0,
  test_orders int not null default 0,
  test_paise bigint not null default 0,
  last_order_at timestamptz,
  -- An admin has erased the guest; the orders stay linked until each of them is anonymised.
  erased_at timestamptz
);
create index customers_by_last_order on customers (last_order_at desc nulls last, id desc) where erased_at is null;
create index customers_by_spending on customers (paise desc, id desc) where erased_at is null;
create index customers_newest on customers (created_at desc, id desc) where erased_at is null;
create index customers_erased on customers (id) where erased_at is not null;
create index customers_search on customers
  using gin ((' ' || lower(name) || ' ' || email || ' ' || mobile) gin_trgm_ops);

-- The proved email addresses and mobile numbers: paid guest orders with one of them are those of the customer.
create table customer_contacts (
  value text primary key,
  customer_id uuid not null references customers (id) on delete cascade
);
create index customer_contacts_by_customer on customer_contacts (customer_id);

create table customer_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade
);
create index customer_orders_by_customer on customer_orders (customer_id);

create table customer_tags (
  customer_id uuid not null references customers (id) on delete cascade,
  tag text not null check (tag = lower(tag) and length(tag) between 1 and 40),
  primary key (customer_id, tag)
);
create index customer_tags_by_tag on customer_tags (tag, customer_id);

create table customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id) on delete cascade,
  text text not null,
  by_user uuid not null references users (id),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index customer_notes_by_customer on customer_notes (customer_id, created_at);

-- What changed since the last fold: an order, an account or a customer.
create table customer_changes (
  id bigint generated always as identity primary key,
  order_id uuid,
  user_id uuid,
  customer_id uuid
);

-- ## Carts, wishlists and the waiting room

-- The carts of accounts (decision 104). Those of guests are in their browsers.
create table carts (
  user_id uuid primary key references users (id) on delete cascade,
  changed_at timestamptz not null
);

create table cart_lines (
  user_id uuid not null references carts (user_id) on delete cascade,
  variant_id uuid not null references variants (id) on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  created_at timestamptz not null,
  primary key (user_id, variant_id)
);
create index cart_lines_variant on cart_lines (variant_id);

-- Who asked for mails about a cart that they left.
create table cart_reminders (
  id uuid primary key default gen_random_uuid(),
  -- In the links of the mail.
  token text not null unique,
  -- Null: a guest, whose address and cart are in this row.
  user_id uuid unique references users (id) on delete cascade,
  email text,
  mailbox text not null,
  -- `[{"product_id", "variant_id", "quantity"}]`; null: the cart of the account.
  lines jsonb,
  address_block text not null,
  -- The words that were agreed to, and when.
  consent text not null,
  created_at timestamptz not null,
  -- When a guest's cart was last sent.
  touched_at timestamptz not null,
  mailed_at timestamptz,
  check ((user_id is null) = (email is not null and lines is not null))
);
create unique index cart_reminders_of_guests on cart_reminders (mailbox) where user_id is null;
create index cart_reminders_by_mailbox on cart_reminders (mailbox);
create index cart_reminders_by_block on cart_reminders (address_block, touched_at);

create table cart_reminder_opt_outs (
  mailbox_hash text primary key,
  created_at timestamptz not null
);

-- The wishlists of accounts. Guests' are in their browsers.
create table wishlists (
  user_id uuid primary key references users (id) on delete cascade,
  -- In the address of the page that anyone with the link can read; null if there is none.
  share_key text unique,
  created_at timestamptz not null
);

create table wishlist_items (
  user_id uuid not null references wishlists (user_id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index wishlist_items_product on wishlist_items (product_id);

-- The products that are often bought together with a product, as a job counts them.
create table bought_together (
  product_id uuid not null references products (id) on delete cascade,
  other_id uuid not null references products (id) on delete cascade,
  orders int not null check (orders > 0),
  primary key (product_id, other_id)
);
create index bought_together_others on bought_together (other_id);

-- One row: the buyers up to this number may order.
create unlogged table checkout_queue (
  id boolean primary key default true check (id),
  admitted bigint not null,
  admitted_at timestamptz not null default now()
);

-- The waiting room of checkout (decision 93). A row belongs to the hash of an account or mailbox; `place` is its number in
-- the order of arrival. Unlogged: after a crash of the database nobody waits, and everybody may order.
create unlogged table checkout_places (
  buyer_hash bigint primary key,
  place bigint generated always as identity unique,
  -- How much work a buyer has to prove before they order.
  proof_bits smallint not null default 0
);

-- ## Reviews and questions

-- Reviews of products by buyers who received them, from files of other systems, and of the demo shop.
create type review_source as enum ('order', 'import', 'demo');
create type review_status as enum ('pending', 'published', 'rejected');
create table reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  source review_source not null,
  -- The delivered order; a removed test order takes its reviews with it.
  order_id uuid references orders (id) on delete cascade,
  -- SHA-256 of the buyer's mailbox or account: one review for each buyer and product.
  buyer_hash text,
  -- Identifies an imported review, so that it is imported once.
  import_key text,
  status review_status not null default 'pending',
  rejection_reason text not null default '',
  stars smallint not null check (stars between 1 and 5),
  title text not null default '',
  body text not null default '',
  name text not null,
  variant_label text not null default '',
  answer text not null default '',
  helpful int not null default 0 check (helpful >= 0),
  -- When it was written; of an imported review, its date.
  created_at timestamptz not null default now(),
  -- When it was first published.
  published_at timestamptz,
  search_text text generated always as (lower(name || ' ' || title || ' ' || body)) stored,
  unique (product_id, buyer_hash),
  unique (product_id, import_key),
  check (source <> 'order' or (order_id is not null and buyer_hash is not null)),
  check (status <> 'published' or published_at is not null)
);
create index reviews_of_product on reviews (product_id, stars) where status = 'published';
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_waiting on reviews (created_at) where status = 'pending';
create index reviews_of_order on reviews (order_id);
create index reviews_search on reviews using gin (search_text gin_trgm_ops);

create table review_pictures (
  review_id uuid not null references reviews (id) on delete cascade,
  position int not null,
  path text not null unique references media_files (path),
  primary key (review_id, position)
);

-- One vote for each account or browser. The hash of the network address limits their number.
create table review_votes (
  review_id uuid not null references reviews (id) on delete cascade,
  voter_hash text not null,
  source_hash text not null,
  created_at timestamptz not null default now(),
  primary key (review_id, voter_hash)
);
create index review_votes_by_source on review_votes (review_id, source_hash);

create type report_reason as enum ('spam', 'offensive', 'personal', 'fake');
-- Reports by shoppers, one for each review and network address, until an admin has decided.
create table review_reports (
  review_id uuid not null references reviews (id) on delete cascade,
  source_hash text not null,
  reason report_reason not null,
  created_at timestamptz not null default now(),
  primary key (review_id, source_hash)
);

-- The mail that asks for reviews, once for each delivered order.
create table review_requests (
  order_id uuid primary key references orders (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- Buyers who want no further requests: SHA-256 of the mailbox or account.
create table review_opt_outs (
  buyer_hash text primary key,
  created_at timestamptz not null default now()
);

-- Questions about products, published with the answer of the shop.
create table product_questions (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  is_demo boolean not null default false,
  status review_status not null default 'pending',
  user_id uuid references users (id),
  name text not null,
  -- Who asked gets the answer by mail. Empty for demo questions.
  email text not null default '' check (email = lower(email)),
  body text not null,
  answer text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(name || ' ' || email || ' ' || body)) stored
);
create index product_questions_shown on product_questions (product_id, created_at desc) where status = 'published';
create index product_questions_newest on product_questions (created_at desc, id desc);

-- ## Content, contact and mail

create table policies (
  id uuid primary key default gen_random_uuid(),
  type text not null unique check (type in ('shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition')),
  title text not null,
  content text not null,
  -- [{heading, content, order}] in order.
  sections jsonb not null default '[]' check (jsonb_typeof(sections) = 'array'),
  is_active boolean not null default true,
  version int not null default 1,
  last_updated timestamptz not null default now(),
  is_demo boolean not null default false,
  -- `content` as rendered when it was saved, and its words; `sections` have theirs.
  html text,
  words text
);

-- One row: what the shop says about itself, and its settings.
create table site_info (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  version int not null default 1,
  content jsonb not null,
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  -- The fields of content and settings as the demo seed wrote them; null in a shop that began empty.
  demo jsonb
);

create type mail_status as enum ('waiting', 'sent', 'failed');
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- What the mail reports, once: order-confirmation:<order id> and the like.
  dedupe_key text unique,
  to_address text not null,
  subject text not null,
  html text not null,
  plain text not null,
  -- The order whose invoice is attached when the mail is sent.
  invoice_of uuid references orders (id),
  status mail_status not null default 'waiting',
  attempts int not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When a waiting mail is tried next, and until when one process sends it.
  next_try_at timestamptz not null default now() + interval '1 minute',
  claimed_until timestamptz,
  reply_to text not null default '',
  -- The address for List-Unsubscribe; empty if the mail is part of an order or account.
  unsubscribe_url text not null default '',
  -- The refund whose credit note is attached when the mail is sent.
  credit_note_of uuid
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_due on mails (next_try_at) where status = 'waiting';
create index mails_by_address on mails (to_address);
create index mails_by_status on mails (status, created_at desc, id desc);
create index mails_by_kind on mails (kind, created_at desc, id desc);
create index mails_search on mails using gin (lower(to_address || ' ' || subject) gin_trgm_ops);
create index mails_by_reply_to on mails (reply_to) where reply_to <> '';

create table contact_queries (
  id uuid primary key default gen_random_uuid(),
  ticket bigint generated always as identity unique,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) <= 254),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  deleted_at timestamptz,
  search_text text not null generated always as
    (lower('q-' || ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message)) stored,
  -- Queries beyond what is mailed in an hour are only stored.
  is_mailed boolean not null default true
);
create index contact_queries_newest on contact_queries (created_at desc, id desc) where deleted_at is null;
create index contact_queries_search on contact_queries using gin (search_text gin_trgm_ops);
create index contact_queries_unread on contact_queries (created_at desc, id desc)
  where deleted_at is null and read_at is null;
create index contact_queries_by_email on contact_queries (email);

create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  query_id uuid not null references contact_queries (id) on delete cascade,
  user_id uuid references users (id),
  message text not null check (length(message) between 1 and 5000),
  -- The mail with the reply, which knows whether it was sent.
  mail_id uuid references mails (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_replies_of_query on contact_replies (query_id, created_at);

-- ## Notifications

-- The key with which push services know the shop; the private one is encrypted with the key of the shop.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key bytea not null
);

-- A browser, as its push service names it, and the keys with which messages to it are encrypted.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

-- What a browser is told about: an order, or one message when a variant is back in stock.
create table push_topics (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  variant_id uuid references variants (id) on delete cascade,
  -- What was told about an order, so that nothing is told twice.
  told text[] not null default '{}',
  created_at timestamptz not null,
  check (num_nonnulls(order_id, variant_id) = 1)
);
create unique index push_topics_order on push_topics (order_id, subscription_id) where order_id is not null;
create unique index push_topics_variant on push_topics (variant_id, subscription_id) where variant_id is not null;
create index push_topics_subscription on push_topics (subscription_id);

-- Messages that wait to be sent.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  title text not null,
  body text not null,
  path text not null,
  -- A newer message with the same tag replaces this one in the browser.
  tag text not null,
  created_at timestamptz not null
);
create index push_messages_subscription on push_messages (subscription_id);

-- ## Visits

-- What visitors of the shop did, as counters of each day in India; nothing about a visitor.
create table visit_counts (
  day date not null,
  -- 'view' of a kind of page, 'visit' from a source, 'search', 'add' to the cart.
  event text not null,
  -- The kind of page or the source; else empty.
  subject text not null,
  count int not null,
  primary key (day, event, subject)
);

create table product_visit_counts (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  views int not null,
  adds int not null,
  primary key (day, product_id)
);
create index product_visit_counts_product on product_visit_counts (product_id);

-- ## Backups

-- When the shop backs itself up, what it retains and where; one row. An empty target is the folder of the data folder.
create table backup_settings (
  id boolean primary key default true check (id),
  nightly boolean not null default true,
  -- In Indian time.
  hour int not null default 2 check (hour between 0 and 23),
  daily int not null default 7 check (daily between 1 and 366),
  weekly int not null default 4 check (weekly between 0 and 520),
  monthly int not null default 12 check (monthly between 0 and 120),
  target text not null default ''
);
insert into backup_settings default values;

-- The backup that the shop makes now, or the last one that it tried; at most one row.
create table backup_progress (
  id boolean primary key default true check (id),
  started_at timestamptz not null,
  -- Until it has finished, it runs if this is recent.
  seen_at timestamptz not null,
  finished_at timestamptz,
  step text not null default '',
  error text
);

-- Restores of backups. The first start after one ends the sessions and skips numbers; a job then asks the provider.
create table restores (
  id bigint generated always as identity primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null,
  prepared_at timestamptz,
  provider_asked_at timestamptz
);

-- ## Simulated payment provider
-- Its own books, apart from those of the shop (contract §3). Amounts are paise and created_at is
-- Unix seconds, as the API of the provider has them.

create schema sandbox;

create table sandbox.orders (
  id text primary key,
  amount bigint not null check (amount >= 100),
  amount_paid bigint not null default 0,
  currency text not null,
  receipt text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts int not null default 0,
  notes jsonb not null default '{}',
  capture text not null default 'automatic' check (capture in ('automatic', 'manual')),
  created_at bigint not null
);
create index orders_by_receipt on sandbox.orders (receipt);
create index orders_newest on sandbox.orders (created_at desc, id);

create table sandbox.payments (
  id text primary key,
  order_id text not null references sandbox.orders (id),
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text not null,
  captured boolean not null default false,
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  notes jsonb not null default '{}',
  -- The other fields of the provider's payment entity.
  detail jsonb not null default '{}',
  -- A payment that waits for its bank: when the answer comes, and which.
  answer_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  created_at bigint not null
);
create index payments_by_order on sandbox.payments (order_id);
create index payments_newest on sandbox.payments (created_at desc, id);
create index payments_waiting on sandbox.payments (answer_at) where answer_at is not null;

create table sandbox.refunds (
  id text primary key,
  payment_id text not null references sandbox.payments (id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'processed', 'failed')),
  speed text not null default 'normal',
  receipt text,
  notes jsonb not null default '{}',
  idempotency_key text,
  request_hash text,
  -- A refund that will fail: when.
  fails_at timestamptz,
  created_at bigint not null,
  unique (payment_id, idempotency_key)
);
create index refunds_newest on sandbox.refunds (created_at desc, id);
create index refunds_failing on sandbox.refunds (fails_at) where fails_at is not null;

create table sandbox.payment_links (
  id text primary key,
  -- The order that the link's page has created; null before it was opened.
  order_id text unique references sandbox.orders (id),
  amount bigint not null check (amount >= 100),
  currency text not null,
  reference_id text not null unique,
  description text not null default '',
  status text not null default 'created' check (status in ('created', 'cancelled', 'paid')),
  notes jsonb not null default '{}',
  -- Unix seconds.
  expire_by bigint not null,
  cancelled_at bigint not null default 0,
  created_at bigint not null
);

create table sandbox.webhooks (
  id text primary key,
  position bigint generated always as identity,
  event text not null,
  body text not null,
  -- Made with the secret of that time.
  signature text not null,
  attempts int not null default 0,
  -- Null once it was delivered or given up.
  next_at timestamptz,
  delivered_at timestamptz,
  last_status int,
  created_at timestamptz not null
);
create index webhooks_waiting on sandbox.webhooks (next_at) where next_at is not null;

-- The keys of the simulated provider, created once.
create table sandbox.keys (
  singleton boolean primary key default true check (singleton),
  key_id text not null,
  key_secret text not null,
  webhook_secret text not null
);
