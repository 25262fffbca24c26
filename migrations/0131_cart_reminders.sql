-- Mails about carts that were left, for those who asked for them (decision 112).
create table cart_reminders (
  id uuid primary key default gen_random_uuid(),
  -- In the links of the mail.
  token text not null unique,
  -- Null: a guest, whose address and cart are in this row.
  user_id uuid unique references users (id) on delete cascade,
  email text,
  mailbox text not null,
  -- `[{"product_id", "variant_id", "quantity"}]`; null: the cart of the account.
  lines jsonb,
  address_block text not null,
  -- The words that were agreed to, and when.
  consent text not null,
  created_at timestamptz not null,
  -- When a guest's cart was last sent.
  touched_at timestamptz not null,
  mailed_at timestamptz,
  check ((user_id is null) = (email is not null and lines is not null))
);
create unique index cart_reminders_of_guests on cart_reminders (mailbox) where user_id is null;
create index cart_reminders_by_mailbox on cart_reminders (mailbox);
create index cart_reminders_by_block on cart_reminders (address_block, touched_at);
create table cart_reminder_opt_outs (
  mailbox_hash text primary key,
  created_at timestamptz not null
);
-- The address for List-Unsubscribe; empty if the mail is part of an order or account.
alter table mails add column unsubscribe_url text not null default '';
