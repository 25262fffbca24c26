-- What changed, told to every process at commit, so that kept pages are dropped (design, Speed).
create function tell_product() returns trigger language plpgsql as $$
declare product uuid;
begin
  -- Two statements, since a row of one table does not have the other's column.
  if tg_table_name = 'products' then product := coalesce(new.id, old.id);
  else product := coalesce(new.product_id, old.product_id);
  end if;
  perform pg_notify('haat_changed', 'product:' || product);
  return null;
end $$;
create function tell_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('haat_changed', tg_argv[0]);
  return null;
end $$;

create trigger tell_variant after insert or update or delete on variants for each row execute function tell_product();
create trigger tell_image after insert or update or delete on product_images for each row execute function tell_product();
create trigger tell_product after insert or update or delete on products for each row execute function tell_product();
create trigger tell_catalogue after insert or update or delete on products execute function tell_tag('catalogue');
create trigger tell_categories after insert or update or delete on categories execute function tell_tag('catalogue');
create trigger tell_subcategories after insert or update or delete on subcategories execute function tell_tag('catalogue');
create trigger tell_brands after insert or update or delete on brands execute function tell_tag('catalogue');
create trigger tell_types after insert or update or delete on product_types execute function tell_tag('catalogue');
create trigger tell_policies after insert or update or delete on policies execute function tell_tag('content');
create trigger tell_site after insert or update or delete on site_info execute function tell_tag('content');
