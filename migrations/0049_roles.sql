-- Roles of admins, and refunds that a second admin has to approve.

-- The permissions of built-in roles are in the code (shared/permissions.ts); their rows hold the refund limits.
create table roles (
  id text primary key default gen_random_uuid()::text,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null default '{}',
  -- Null: no limit. For each refund, and for all refunds of one admin in a day in India.
  refund_limit_paise bigint check (refund_limit_paise >= 0),
  daily_refund_limit_paise bigint check (daily_refund_limit_paise >= 0),
  created_at timestamptz not null default now()
);
create unique index roles_name_key on roles (lower(name));
insert into roles (id, name, refund_limit_paise, daily_refund_limit_paise) values
  ('owner', 'Owner', null, null),
  ('manager', 'Manager', null, null),
  ('packer', 'Packer', 0, 0),
  ('catalogue', 'Catalogue', 0, 0),
  ('accounts', 'Accounts', null, null),
  ('support', 'Support', 200000, 1000000);

alter table users
  add column role_id text references roles (id),
  add column disabled_at timestamptz;
update users set role_id = 'owner' where is_admin;
alter table users add constraint users_role_of_admins check (is_admin = (role_id is not null));
create index users_by_role on users (role_id) where role_id is not null;

-- A shop that has an owner keeps one. The lock makes two transactions that each remove an owner wait for each other.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('an owner remains'));
  if not exists (select from users where role_id = 'owner' and disabled_at is null and deleted_at is null) then
    raise exception 'the last owner must stay' using errcode = 'check_violation', constraint = 'users_keep_an_owner';
  end if;
  return null;
end $$;
create trigger users_keep_an_owner_on_update
  after update of role_id, disabled_at, deleted_at on users for each row
  when (old.role_id = 'owner' and old.disabled_at is null and old.deleted_at is null
    and not (new.role_id is not distinct from 'owner' and new.disabled_at is null and new.deleted_at is null))
  execute function keep_an_owner();
create trigger users_keep_an_owner_on_delete
  after delete on users for each row
  when (old.role_id = 'owner' and old.disabled_at is null and old.deleted_at is null)
  execute function keep_an_owner();

create type refund_approval_state as enum ('waiting', 'approved', 'rejected');
create table refund_approvals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  -- The order lines that it covers, as in refund_lines.
  lines jsonb not null,
  -- Of this payment alone, if set.
  payment_id uuid references payments (id),
  -- Begins the idempotency keys of the refunds that follow.
  prefix text not null unique,
  request_hash text,
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  state refund_approval_state not null default 'waiting',
  decided_by uuid references users (id),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint refund_approvals_four_eyes check (state <> 'approved' or decided_by <> requested_by)
);
create index refund_approvals_newest on refund_approvals (state, requested_at desc, id desc);
create index refund_approvals_by_order on refund_approvals (order_id);
create index refund_approvals_by_admin on refund_approvals (requested_by, requested_at);
alter table refunds add column approved_by uuid references users (id);
create index refunds_by_admin on refunds (by_user, created_at);
