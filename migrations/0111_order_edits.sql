-- An order can be changed until it ships (decision 102). If it has an invoice, a credit note then reverses the invoice,
-- which becomes a `replaced_invoice`, and another one is issued.
alter type invoice_kind add value 'replaced_invoice';
alter table invoices drop constraint invoices_check;
-- A credit note without a refund reverses an invoice that was replaced.
alter table invoices add constraint invoices_refund check (kind = 'credit_note' or refund_id is null) not valid;

create table order_edits (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- By how much the admin reduced prices: the limit of her role counts it.
  reduced_paise bigint not null check (reduced_paise >= 0),
  idempotency_key text not null,
  request_hash text not null,
  unique (order_id, idempotency_key)
);
create index order_edits_by_admin on order_edits (created_by, created_at);

-- What the payment provider asks for, if the amount was changed after the order was paid. In paise.
alter table orders add column charged_paise bigint;
