-- Attributes of the demo shop, which are removed with it.
alter table attributes add column is_demo boolean not null default false;
