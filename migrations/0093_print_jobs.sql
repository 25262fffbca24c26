-- Where the units of a variant are stored, such as B-12-3; printed on packing slips and pick lists.
alter table variants add column shelf_code text not null default '';

-- One PDF with documents of many orders. The file exists as long as the row, which is deleted after a day.
create table print_jobs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('packing_slips', 'invoices', 'labels', 'label_sheets', 'pick_list')),
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
