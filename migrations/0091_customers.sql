-- The customers of the shop: accounts, and guests with a paid order (decision 90). Triggers append what changed to
-- customer_changes, so that nobody who pays waits; fold_customers adds it, before each read and every minute.
create table customers (
  id uuid primary key default gen_random_uuid(),
  -- Null for a guest.
  user_id uuid unique references users (id),
  -- Of the account, or of the newest order of a guest.
  name text not null,
  email text not null default '',
  mobile text not null default '',
  -- The time of the account or of the first order.
  created_at timestamptz not null,
  -- Orders for which money was received, and what was kept of it; not of hidden orders.
  orders int not null default 0,
  paise bigint not null default 0,
  test_orders int not null default 0,
  test_paise bigint not null default 0,
  last_order_at timestamptz,
  -- An admin has erased the guest; the orders stay linked until each of them is anonymised.
  erased_at timestamptz
);
create index customers_by_last_order on customers (last_order_at desc nulls last, id desc) where erased_at is null;
create index customers_by_spending on customers (paise desc, id desc) where erased_at is null;
create index customers_newest on customers (created_at desc, id desc) where erased_at is null;
create index customers_erased on customers (id) where erased_at is not null;
create index customers_search on customers
  using gin ((' ' || lower(name) || ' ' || email || ' ' || mobile) gin_trgm_ops);

-- The proved e-mail addresses and mobile numbers: paid guest orders with one of them are those of the customer.
create table customer_contacts (
  value text primary key,
  customer_id uuid not null references customers (id) on delete cascade
);
create index customer_contacts_by_customer on customer_contacts (customer_id);

create table customer_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade
);
create index customer_orders_by_customer on customer_orders (customer_id);

create table customer_tags (
  customer_id uuid not null references customers (id) on delete cascade,
  tag text not null check (tag = lower(tag) and length(tag) between 1 and 40),
  primary key (customer_id, tag)
);
create index customer_tags_by_tag on customer_tags (tag, customer_id);

create table customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id) on delete cascade,
  text text not null,
  by_user uuid not null references users (id),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index customer_notes_by_customer on customer_notes (customer_id, created_at);

-- What changed since the last fold: an order, an account or a customer.
create table customer_changes (
  id bigint generated always as identity primary key,
  order_id uuid,
  user_id uuid,
  customer_id uuid
);

create function track_customer() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'order_balances' then insert into customer_changes (order_id) values (new.order_id);
    when 'orders' then insert into customer_changes (order_id) values (new.id);
    when 'users' then insert into customer_changes (user_id) values (new.id);
    when 'customer_orders' then
      insert into customer_changes (order_id, customer_id) values (old.order_id, old.customer_id);
  end case;
  return null;
end $$;
create trigger track_customer after insert or update of paise on order_balances
  for each row execute function track_customer();
create trigger track_customer after update of user_id, deleted_at, is_test on orders for each row
  when ((old.user_id, old.deleted_at, old.is_test) is distinct from (new.user_id, new.deleted_at, new.is_test))
  execute function track_customer();
create trigger track_new_customer after insert on users
  for each row when (not new.is_admin) execute function track_customer();
create trigger track_customer after update on users for each row
  when ((old.name, old.email, old.mobile, old.email_verified_at)
    is distinct from (new.name, new.email, new.mobile, new.email_verified_at))
  execute function track_customer();
create trigger track_customer after delete on customer_orders for each row execute function track_customer();

-- The customer of an account, created or brought up to date; null for a deleted account, and for an admin who never
-- bought anything.
create function customer_of_account(account uuid, buys boolean) returns uuid language plpgsql as $$
declare u users; found_id uuid;
begin
  select * into u from users where id = account and deleted_at is null;
  if u.id is null then return null; end if;
  if u.is_admin and not buys and not exists (select from customers where user_id = account) then return null; end if;
  insert into customers as c (user_id, name, email, mobile, created_at)
    values (account, u.name, coalesce(u.email, ''), coalesce(u.mobile, ''), u.created_at)
    on conflict (user_id) do update set name = excluded.name, email = excluded.email, mobile = excluded.mobile
    returning c.id into found_id;
  -- A confirmed e-mail address is proved; a mobile number of an account never is.
  if u.email is not null and u.email_verified_at is not null then
    insert into customer_contacts (value, customer_id) values (u.email, found_id)
      on conflict (value) do update set customer_id = excluded.customer_id;
  end if;
  return found_id;
end $$;

-- The customer of a paid guest order: of its e-mail address, or else of its mobile number, or else a new one.
create function customer_of_guest(o orders) returns uuid language plpgsql as $$
declare found_id uuid;
begin
  if o.email = '' and o.mobile = '' then return null; end if;
  select customer_id into found_id from customer_contacts where value in (o.email, o.mobile) and value <> ''
    order by value = o.email desc limit 1;
  if found_id is null then
    insert into customers (name, email, mobile, created_at) values (o.name, o.email, o.mobile, o.created_at)
      returning id into found_id;
  end if;
  insert into customer_contacts (value, customer_id)
    select value, found_id from unnest(array[o.email, o.mobile]) value where value <> '' on conflict do nothing;
  update customers set name = o.name, email = o.email, mobile = o.mobile
    where id = found_id and user_id is null and created_at <= o.created_at
      and coalesce(last_order_at, '-infinity') <= o.created_at;
  return found_id;
end $$;

-- Adds at most so many changes to the customers; returns how many. One transaction does so at a time.
create function fold_customers(most int) returns int language plpgsql as $$
declare
  done customer_changes;
  o orders;
  before uuid;
  target uuid;
  affected uuid[] := '{}';
  folded int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('fold_customers'));
  for done in delete from customer_changes where id in (select id from customer_changes order by id limit most) returning *
  loop
    folded := folded + 1;
    if done.user_id is not null then affected := affected || customer_of_account(done.user_id, false); end if;
    if done.customer_id is not null then affected := affected || done.customer_id; end if;
    select * into o from orders where id = done.order_id;
    continue when done.order_id is null or not found;
    continue when not exists (select from order_balances where order_id = o.id);
    select customer_id into before from customer_orders where order_id = o.id;
    target := coalesce(
      case when o.user_id is not null then customer_of_account(o.user_id, true)
        when before is null then customer_of_guest(o) end,
      before);
    continue when target is null;
    insert into customer_orders values (o.id, target)
      on conflict (order_id) do update set customer_id = excluded.customer_id
      where customer_orders.customer_id <> excluded.customer_id;
    affected := affected || target;
    if before <> target then
      affected := affected || before;
      -- A guest whose last order went to an account: what admins wrote about her goes with it.
      if exists (select from customers where id = before and user_id is null)
        and not exists (select from customer_orders where customer_id = before) then
        perform merge_customer(before, target);
      end if;
    end if;
    update customers set last_order_at = greatest(last_order_at, o.created_at) where id = target and o.deleted_at is null;
  end loop;
  delete from customers where id = any(affected) and user_id is null and erased_at is null
    and not exists (select from customer_orders where customer_id = customers.id);
  update customers set orders = f.orders, paise = f.paise, test_orders = f.test_orders, test_paise = f.test_paise,
    last_order_at = f.last_order_at
    from customer_figures(affected) f where f.customer_id = customers.id;
  return folded;
end $$;

-- The figures of these customers, counted.
create function customer_figures(only_customers uuid[]) returns table (
  customer_id uuid, orders int, paise bigint, test_orders int, test_paise bigint, last_order_at timestamptz)
  language sql stable as $$
  select c.id,
    (count(o.id) filter (where not o.is_test))::int, coalesce(sum(b.paise) filter (where not o.is_test), 0)::bigint,
    (count(o.id) filter (where o.is_test))::int, coalesce(sum(b.paise) filter (where o.is_test), 0)::bigint,
    max(o.created_at)
  from customers c
    left join (customer_orders co join orders o on o.id = co.order_id and o.deleted_at is null
      join order_balances b on b.order_id = o.id) on co.customer_id = c.id
  where only_customers is null or c.id = any(only_customers)
  group by c.id
$$;

-- Moves everything of a customer to another one, and deletes her. An account goes with it if the other has none.
create function merge_customer(merged uuid, kept uuid) returns void language plpgsql as $$
declare account uuid;
begin
  update customer_orders set customer_id = kept where customer_id = merged;
  update customer_contacts set customer_id = kept where customer_id = merged;
  update customer_notes set customer_id = kept where customer_id = merged;
  insert into customer_tags select kept, tag from customer_tags where customer_id = merged on conflict do nothing;
  delete from customers where id = merged returning user_id into account;
  if account is not null then
    update customers set user_id = account where id = kept;
    insert into customer_changes (user_id) values (account);
  end if;
  insert into customer_changes (customer_id) values (kept);
end $$;

insert into customer_changes (order_id) select order_id from order_balances order by order_id;
insert into customer_changes (user_id) select id from users where not is_admin and deleted_at is null;
