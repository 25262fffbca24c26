-- A statement that changes no row announces nothing: triggers of reviews and list prices often update no product.
create function tell_rows() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify('haat_changed', tg_argv[0]); end if;
  return null;
end $$;
drop trigger tell_catalogue on products;
create trigger tell_catalogue_insert after insert on products
  referencing new table as changed for each statement execute function tell_rows('catalogue');
create trigger tell_catalogue_update after update on products
  referencing new table as changed for each statement execute function tell_rows('catalogue');
create trigger tell_catalogue_delete after delete on products
  referencing old table as changed for each statement execute function tell_rows('catalogue');
-- The counts of facets. Rows are added and removed with a change of their product.
create trigger tell_facets after update on product_facets
  referencing new table as changed for each statement execute function tell_rows('catalogue');
