-- ZIP files with the pictures of an import; the file itself is among the stored files.
create table import_archives (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  file_name text not null default '',
  path text not null,
  -- [{"name", "entry", "bytes", "crc32"}] of the pictures in it.
  pictures jsonb not null,
  created_at timestamptz not null default now()
);

alter table product_imports add column archive_id uuid references import_archives (id) on delete set null;
create index product_imports_archive on product_imports (archive_id) where archive_id is not null;

-- Pictures of all that products are grouped by, as categories and brands have them.
alter table product_types add column image text references media_files (path) on delete set null;
alter table subcategories add column image text references media_files (path) on delete set null;

-- As in 0001, but a summary that is right already is left alone: each write of a product's row goes through all of
-- its indexes, and a product with a hundred combinations had a hundred of them.
create or replace function refresh_product_summary(product uuid) returns void language sql as $$
  update products p set from_paise = now.from_paise, search_text = now.search_text
  from (
    select coalesce(min(selling_price(v.price_paise, q.discount_tenths)), 0) as from_paise,
      lower(q.name || ' ' || q.description || ' ' || coalesce(string_agg(v.sku, ' ' order by v.position, v.id), ''))
        as search_text
    from products q left join variants v on v.product_id = q.id and v.deleted_at is null
    where q.id = product group by q.id
  ) now
  where p.id = product and (p.from_paise, p.search_text) is distinct from (now.from_paise, now.search_text)
$$;
