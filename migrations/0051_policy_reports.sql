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
