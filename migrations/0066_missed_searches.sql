-- Searches of shoppers that found nothing, with how often; at most 500, without personal data.
create table missed_searches (
  query text primary key check (length(query) <= 60),
  count int not null check (count > 0),
  last_at timestamptz not null
);
