-- Restores of backups. The first start after one ends the sessions and skips numbers; a job then asks the provider.
create table restores (
  id bigint generated always as identity primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null,
  prepared_at timestamptz,
  provider_asked_at timestamptz
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
