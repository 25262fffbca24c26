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
  finished_at timestamptz
);
create index product_imports_newest on product_imports (user_id, created_at desc);

-- Where a fetched picture came from, so that the same file again brings no doubles.
create table imported_pictures (
  address text primary key,
  path text not null references media_files (path) on delete cascade,
  fetched_at timestamptz not null default now()
);
