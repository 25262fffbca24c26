-- Codes of a discount that are used once each, created in batches (decision 116).
alter table discounts add column has_unique_codes boolean not null default false;
-- small table: a shop has some dozens of discounts
alter table discounts add constraint discounts_one_kind_of_code check (not (has_unique_codes and code is not null));

create table discount_code_batches (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  discount_id uuid not null references discounts (id),
  prefix text not null
);
create index discount_code_batches_by_discount on discount_code_batches (discount_id);

create table discount_codes (
  -- In capitals.
  code text primary key check (code = upper(code) and code <> ''),
  batch_id uuid not null references discount_code_batches (id),
  -- The orders with this code that have not failed or been cancelled. A late payment can make it two.
  uses int not null default 0 check (uses >= 0)
);
create index discount_codes_by_batch on discount_codes (batch_id);

-- An order that ends returns the uses of its discounts and of their unique codes; one that is paid late, or reopened, has
-- them again.
create or replace function count_discount_uses() returns trigger language plpgsql as $$
declare
  -- A wrong count must not keep an order from ending; the audit finds it.
  change int := case when tg_op = 'DELETE' or new.status in ('failed', 'cancelled') then -1 else 1 end;
begin
  update discounts d set uses = greatest(0, d.uses + change)
    from order_discounts o where o.order_id = old.id and d.id = o.discount_id;
  update discount_codes c set uses = greatest(0, c.uses + change)
    from order_discounts o, discount_code_batches b
    where o.order_id = old.id and c.code = o.code and b.id = c.batch_id and b.discount_id = o.discount_id;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
