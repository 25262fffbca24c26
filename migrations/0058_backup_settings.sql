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
