-- Notes of admins are events of their own, which their author can change. The audit log keeps the earlier text.
alter table order_events add column is_note boolean not null default false, add column edited_at timestamptz;

-- Labels that admins give to orders, such as "wholesale".
create table order_tags (
  order_id uuid not null references orders (id) on delete cascade,
  tag text not null check (tag = lower(tag) and length(tag) between 1 and 40),
  primary key (order_id, tag)
);
create index order_tags_by_tag on order_tags (tag, order_id);
