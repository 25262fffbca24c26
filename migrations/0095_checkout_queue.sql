-- The waiting room of checkout (decision 93). A row belongs to the hash of an account or mailbox; `place` is its number in
-- the order of arrival. Unlogged: after a crash of the database nobody waits, and everybody may order.
create unlogged table checkout_places (
  buyer_hash bigint primary key,
  place bigint generated always as identity unique
);

-- One row: the buyers up to this place may order.
create unlogged table checkout_queue (
  id boolean primary key default true check (id),
  admitted bigint not null,
  admitted_at timestamptz not null default now()
);
