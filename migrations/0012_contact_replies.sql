-- Answers to contact queries, and finding a query by any word in it or by its ticket.
create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  query_id uuid not null references contact_queries (id),
  user_id uuid references users (id),
  message text not null check (length(message) between 1 and 5000),
  -- The mail that carries it: whether it has gone is read there.
  mail_id uuid references mails (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_replies_of_query on contact_replies (query_id, created_at);

alter table contact_queries add column search_text text not null generated always as
  (lower('q-' || ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message)) stored;
create index contact_queries_search on contact_queries using gin (search_text gin_trgm_ops);
create index contact_queries_unread on contact_queries (created_at desc, id desc)
  where deleted_at is null and read_at is null;
