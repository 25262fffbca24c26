-- Moving a whole shop: the files of another program, what they become here, and its old orders as history.
create table moves (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- draft: files are added and read; importing, imported; undoing, undone.
  state text not null default 'draft' check (state in ('draft', 'importing', 'imported', 'undoing', 'undone')),
  -- How the products of the files are read: the fields of the product import.
  options jsonb not null default '{}',
  -- The product imports that it has started, by file.
  product_imports jsonb not null default '{}',
  total int not null default 0,
  done int not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  -- How many records of each kind an undo has left, because they were used meanwhile.
  remains jsonb not null default '{}'
);
-- Only one move at a time.
-- small table: moves are made a few times in the life of a shop.
create unique index moves_one_open on moves ((true)) where state in ('draft', 'importing', 'undoing');

create table move_files (
  id uuid primary key default gen_random_uuid(),
  move_id uuid not null references moves (id) on delete cascade,
  created_at timestamptz not null default now(),
  name text not null,
  program text not null check (program in ('shopify', 'woocommerce')),
  kind text not null,
  -- Where it is stored; empty once it is not needed any more.
  path text not null,
  bytes bigint not null,
  hash text not null,
  is_read boolean not null default false,
  -- Why it can't be read, in one sentence.
  problem text not null default '',
  unique (move_id, hash)
);

-- The records of the files: one for each product, customer, order …
create table move_rows (
  id bigint generated always as identity primary key,
  move_id uuid not null references moves (id) on delete cascade,
  file_id uuid not null references move_files (id) on delete cascade,
  created_at timestamptz not null default now(),
  kind text not null,
  line int not null,
  -- Identifies the record within the move: an e-mail address, the number of an order, a code. Null if it is left out.
  key text,
  -- What an owner reads: a name, a number, a code.
  label text not null default '',
  -- The record as it is imported; null once that is done.
  data jsonb,
  outcome text not null default 'new' check (outcome in ('new', 'known', 'left')),
  -- Why it is left out, or what of it is.
  reason text not null default '',
  -- Amount of an order, what a customer has spent, balance of a gift card.
  paise bigint,
  placed_at timestamptz,
  -- The id of what it has become, or was here before.
  target_id uuid,
  is_done boolean not null default false
);
create unique index move_rows_by_key on move_rows (move_id, kind, key) where key is not null;
create index move_rows_to_do on move_rows (move_id, kind, id) where not is_done;
create index move_rows_listed on move_rows (move_id, kind, outcome);
create index move_rows_of_file on move_rows (file_id);

-- What a move has created, for its undo; its old orders name it themselves.
create table move_created (
  move_id uuid not null references moves (id) on delete cascade,
  kind text not null,
  target_id uuid not null,
  primary key (move_id, kind, target_id)
);

-- Orders of the former shop: history without influence on invoices, GST, stock and payouts.
create table former_orders (
  id uuid primary key default gen_random_uuid(),
  move_id uuid not null references moves (id),
  created_at timestamptz not null default now(),
  program text not null check (program in ('shopify', 'woocommerce')),
  -- As the former shop wrote it, such as #1001.
  number text not null,
  customer_id uuid references customers (id) on delete set null,
  placed_at timestamptz not null,
  name text not null,
  email text not null,
  mobile text not null,
  payment_status text not null,
  fulfilment_status text not null,
  cancelled_at timestamptz,
  total_paise bigint not null,
  refunded_paise bigint not null,
  -- What was received and not refunded.
  net_paise bigint not null,
  -- The other amounts, lines, addresses, notes and codes.
  details jsonb not null,
  -- Number, name, contacts and lines in lower case.
  search_text text not null,
  unique (program, number)
);
create index former_orders_by_customer on former_orders (customer_id, placed_at desc);
create index former_orders_by_date on former_orders (placed_at desc, id desc);
create index former_orders_of_move on former_orders (move_id);
create index former_orders_by_email on former_orders (email) where email <> '';
create index former_orders_search on former_orders using gin (search_text gin_trgm_ops);

alter table customers
  -- Whether the customer agreed at the former shop to get offers by mail, and by text message.
  add column accepts_mail boolean not null default false,
  add column accepts_texts boolean not null default false,
  -- When an admin asked to mail them an invitation to their account, and when it was mailed.
  add column invite_at timestamptz,
  add column invited_at timestamptz;
-- small table: few customers wait for their invitation; reading all takes a second.
create index customers_to_invite on customers (invite_at) where invite_at is not null and invited_at is null;

-- The ids of the products that it has created.
alter table product_imports add column created jsonb not null default '[]';

-- As before; old orders of the former shop move too.
create or replace function merge_customer(merged uuid, kept uuid) returns void language plpgsql as $$
declare account uuid;
begin
  update customer_orders set customer_id = kept where customer_id = merged;
  update former_orders set customer_id = kept where customer_id = merged;
  update customer_contacts set customer_id = kept where customer_id = merged;
  update customer_notes set customer_id = kept where customer_id = merged;
  insert into customer_tags select kept, tag from customer_tags where customer_id = merged on conflict do nothing;
  delete from customers where id = merged returning user_id into account;
  if account is not null then
    update customers set user_id = account where id = kept;
    insert into customer_changes (user_id) values (account);
  end if;
  insert into customer_changes (customer_id) values (kept);
end $$;
