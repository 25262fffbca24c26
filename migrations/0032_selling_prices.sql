-- Each variant has an exact selling price beside its list price. Until now the selling price followed from one
-- discount per product, rounded half up to a paisa: exactly that price becomes the stored one.
alter table variants add column selling_paise bigint;
alter table variants disable trigger user;
update variants v set selling_paise = selling_price(v.price_paise, p.discount_tenths)
  from products p where p.id = v.product_id;
alter table variants enable trigger user;
alter table variants alter column selling_paise set not null;
alter table variants add check (selling_paise between 0 and price_paise);

-- As in 0016, with the stored selling price.
create or replace function refresh_product_summary(product uuid) returns void language sql as $$
  update products p set from_paise = now.from_paise, search_text = now.search_text
  from (
    select coalesce(min(v.selling_paise), 0) as from_paise,
      lower(q.name || ' ' || q.description || ' ' || coalesce(string_agg(v.sku, ' ' order by v.position, v.id), ''))
        as search_text
    from products q left join variants v on v.product_id = q.id and v.deleted_at is null
    where q.id = product group by q.id
  ) now
  where p.id = product and (p.from_paise, p.search_text) is distinct from (now.from_paise, now.search_text)
$$;

drop trigger variant_summary_update on variants;
create trigger variant_summary_update after update of selling_paise, sku, deleted_at on variants
  for each row execute function variant_changed();
drop trigger product_summary on products;
create trigger product_summary after update of name, description on products
  for each row execute function product_changed();

alter table products drop column discount_tenths;
drop function selling_price(bigint, int);
