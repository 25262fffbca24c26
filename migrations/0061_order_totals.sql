-- Numbers of orders and sums of money, kept so that no list or figure counts every order (decision 64).
-- A transaction that changes them appends rows to ..._changes, so that payers never wait for each other; a job adds these
-- rows to the totals every minute. A kept number is the sum of both.

-- As for captured payments: the sums need the day.
update refunds set processed_at = created_at where status = 'processed' and processed_at is null;
alter table refunds add check (status <> 'processed' or processed_at is not null);

-- What was captured of an order less what was refunded, in paise: the sum of its money in order_total_changes.
create table order_balances (
  order_id uuid primary key references orders (id) on delete cascade,
  paise bigint not null
);

-- Orders, and their balances, by the day in India on which they were placed; -infinity stands for all days.
create table order_totals (
  day date not null,
  status order_status not null,
  refund_state refund_state not null,
  is_test boolean not null,
  is_guest boolean not null,
  is_hidden boolean not null,
  orders bigint not null,
  paise bigint not null,
  primary key (day, status, refund_state, is_test, is_guest, is_hidden)
);
create table order_total_changes (like order_totals);

-- Money by the day in India on which it was captured or refunded.
create table sales_totals (
  day date not null,
  is_test boolean not null,
  is_hidden boolean not null,
  paise bigint not null,
  primary key (day, is_test, is_hidden)
);
create table sales_total_changes (like sales_totals);

create function day_in_india(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Asia/Kolkata')::date $$;

-- All money of these orders, or of all: captured and offline payments at their time, less refunds at theirs.
create function money_of_orders(only_order uuid default null) returns table (order_id uuid, at timestamptz, paise bigint)
  language sql stable as $$
  select order_id, captured_at, amount_paise from payments
    where status = 'captured' and currency = 'INR' and (only_order is null or order_id = only_order)
  union all
  select order_id, processed_at, -amount_paise from refunds
    where status = 'processed' and (only_order is null or order_id = only_order)
$$;

create function track_order_total() returns trigger language plpgsql as $$
declare balance bigint := 0;
begin
  if tg_op <> 'INSERT' then
    balance := coalesce((select paise from order_balances where order_id = old.id), 0);
    insert into order_total_changes values (day_in_india(old.created_at), old.status, old.refund_state, old.is_test,
      old.is_guest, old.deleted_at is not null, -1, -balance);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_total_changes values (day_in_india(new.created_at), new.status, new.refund_state, new.is_test,
      new.is_guest, new.deleted_at is not null, 1, balance);
  end if;
  if tg_op = 'UPDATE' and (old.is_test, old.deleted_at is null) <> (new.is_test, new.deleted_at is null) then
    insert into sales_total_changes
      select day_in_india(at), is_test, is_hidden, sign * paise from money_of_orders(new.id),
        (values (old.is_test, old.deleted_at is not null, -1), (new.is_test, new.deleted_at is not null, 1))
          sides (is_test, is_hidden, sign);
  end if;
  return null;
end $$;
create trigger track_order_total after insert or delete on orders
  for each row execute function track_order_total();
create trigger track_changed_order_total after update on orders for each row
  when ((old.status, old.refund_state, old.is_test, old.is_guest, old.deleted_at is null, day_in_india(old.created_at))
    is distinct from
    (new.status, new.refund_state, new.is_test, new.is_guest, new.deleted_at is null, day_in_india(new.created_at)))
  execute function track_order_total();

create function add_money(id uuid, at timestamptz, amount bigint) returns void language plpgsql as $$
declare o orders;
begin
  if amount = 0 then return; end if;
  -- The lock of the order makes its status and its balance change one after the other.
  select * into o from orders where orders.id = add_money.id for no key update;
  insert into order_balances as b values (id, amount) on conflict (order_id) do update set paise = b.paise + amount;
  insert into order_total_changes values (day_in_india(o.created_at), o.status, o.refund_state, o.is_test, o.is_guest,
    o.deleted_at is not null, 0, amount);
  insert into sales_total_changes values (day_in_india(at), o.is_test, o.deleted_at is not null, amount);
end $$;

create function track_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'captured' and old.currency = 'INR' then
    perform add_money(old.order_id, old.captured_at, -old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'captured' and new.currency = 'INR' then
    perform add_money(new.order_id, new.captured_at, new.amount_paise);
  end if;
  return null;
end $$;
create trigger track_payment after insert or delete or update of order_id, status, currency, amount_paise, captured_at
  on payments for each row execute function track_payment();

create function track_refund() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'processed' then
    perform add_money(old.order_id, old.processed_at, old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'processed' then
    perform add_money(new.order_id, new.processed_at, -new.amount_paise);
  end if;
  return null;
end $$;
create trigger track_refund after insert or delete or update of order_id, status, amount_paise, processed_at
  on refunds for each row execute function track_refund();

-- The totals as counted from all orders.
create function count_order_totals() returns setof order_totals language sql stable as $$
  with balances as (select order_id, sum(paise) as paise from money_of_orders() group by order_id)
  select coalesce(day_in_india(created_at), '-infinity'), status, refund_state, is_test, is_guest, deleted_at is not null,
    count(*), coalesce(sum(paise), 0)::bigint
  from orders left join balances on order_id = id
  group by grouping sets (
    (day_in_india(created_at), status, refund_state, is_test, is_guest, deleted_at is not null),
    (status, refund_state, is_test, is_guest, deleted_at is not null))
$$;
create function count_sales_totals() returns setof sales_totals language sql stable as $$
  select day_in_india(at), is_test, deleted_at is not null, sum(paise)::bigint
  from money_of_orders() join orders on id = order_id group by 1, 2, 3 having sum(paise) <> 0
$$;

-- Counts all totals again: for this migration, and for rows that were written without triggers.
create function recount_order_totals() returns void language plpgsql as $$
begin
  lock table orders, payments, refunds, order_total_changes, sales_total_changes in share row exclusive mode;
  delete from order_balances;
  delete from order_totals;
  delete from order_total_changes;
  delete from sales_totals;
  delete from sales_total_changes;
  insert into order_balances select order_id, sum(paise) from money_of_orders() group by order_id;
  insert into order_totals select * from count_order_totals();
  insert into sales_totals select * from count_sales_totals();
end $$;
select recount_order_totals();
