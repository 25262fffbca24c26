-- Work on many products at once: one row is one job, its progress and what failed.
create table product_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  action text not null check (action in ('category', 'discount', 'status', 'delete')),
  detail jsonb not null default '{}',
  product_ids uuid[] not null,
  done int not null default 0 check (done between 0 and cardinality(product_ids)),
  -- [{"id", "name", "message"}] in the order they failed.
  failures jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index product_batches_newest on product_batches (user_id, created_at desc);

-- A subcategory that moves takes its products with it.
alter table products drop constraint products_subcategory_id_category_id_fkey;
alter table products add constraint products_subcategory_id_category_id_fkey
  foreign key (subcategory_id, category_id) references subcategories (id, category_id) on update cascade;
