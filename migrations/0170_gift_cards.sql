-- Gift cards: codes with a balance with which orders are paid (decision 139).
create table gift_cards (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- SHA-256 of the code, and its last characters; null and empty until it is mailed for the first time.
  code_hash bytea unique,
  code_ending text not null default '',
  -- The sum of the entries.
  balance_paise bigint not null default 0 check (balance_paise >= 0),
  -- The first moment at which it can't be used any more.
  expires_at timestamptz,
  disabled_at timestamptz,
  reason text not null,
  created_by uuid references users (id),
  recipient_name text not null,
  -- Empty: the admin gives the code to the customer herself.
  recipient_email text not null,
  message text not null,
  -- The day in India on which it is mailed.
  send_on date,
  sent_at timestamptz,
  check ((recipient_email = '') = (send_on is null))
);
create index gift_cards_newest on gift_cards (created_at desc, id);
create index gift_cards_to_send on gift_cards (send_on) where sent_at is null and send_on is not null;

create type gift_card_entry_kind as enum ('issued', 'used', 'returned', 'refunded');
-- Every change of a balance; rows are never changed. `order_id` refers to no row, because test orders are removed.
create table gift_card_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  gift_card_id uuid not null references gift_cards (id),
  kind gift_card_entry_kind not null,
  amount_paise bigint not null check (amount_paise <> 0),
  order_id uuid,
  by_label text not null
);
create index gift_card_entries_by_card on gift_card_entries (gift_card_id);
create index gift_card_entries_by_order on gift_card_entries (order_id) where order_id is not null;

create function keep_gift_card_balance() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception 'the entries of gift cards are never changed'; end if;
  update gift_cards set balance_paise = balance_paise + new.amount_paise where id = new.gift_card_id;
  return new;
end $$;
create trigger keep_gift_card_balance before insert or update or delete on gift_card_entries
  for each row execute function keep_gift_card_balance();

-- The part of an order that a gift card pays: taken when the order is placed, a payment when the order is paid.
create table gift_card_uses (
  order_id uuid primary key references orders (id) on delete cascade,
  gift_card_id uuid not null references gift_cards (id),
  amount_paise bigint not null check (amount_paise > 0),
  charged_at timestamptz
);
create index gift_card_uses_by_card on gift_card_uses (gift_card_id);

-- An order that ends unpaid returns the amount; one that is paid late, or reopened, takes it again. Runs after
-- count_discount_uses, in the order in which a new order locks these rows.
create function return_gift_card() returns trigger language plpgsql as $$
declare ended boolean := new.status in ('failed', 'cancelled');
begin
  insert into gift_card_entries (gift_card_id, kind, amount_paise, order_id, by_label)
    select gift_card_id, case when ended then 'returned' else 'used' end::gift_card_entry_kind,
      case when ended then amount_paise else -amount_paise end, order_id, 'System'
    from gift_card_uses where order_id = new.id and charged_at is null;
  return new;
end $$;
create trigger return_gift_card after update of status on orders for each row
  when ((old.status in ('failed', 'cancelled')) <> (new.status in ('failed', 'cancelled')))
  execute function return_gift_card();
