-- Addresses that a change of a slug has ended (decision 105).
create table former_slugs (
  kind text not null check (kind in ('products', 'categories', 'subcategories', 'brands')),
  slug text not null,
  target_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (kind, slug)
);
create function keep_former_slug() returns trigger language plpgsql as $$
begin
  insert into former_slugs (kind, slug, target_id) values (tg_table_name, old.slug, new.id)
    on conflict (kind, slug) do update set target_id = excluded.target_id, changed_at = excluded.changed_at;
  return null;
end $$;
-- A deleted product gets another slug, so that its own is free.
create trigger keep_former_slug after update of slug on products for each row
  when (old.slug <> new.slug and new.deleted_at is null) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on categories for each row
  when (old.slug <> new.slug) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on subcategories for each row
  when (old.slug <> new.slug) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on brands for each row
  when (old.slug <> new.slug) execute function keep_former_slug();

-- The redirects that the merchant enters or imports. `from_path` is decoded, in lower case, without a slash at its end.
create table redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique,
  to_path text not null,
  created_at timestamptz not null default now()
);
create trigger tell_redirects after insert or update or delete on redirects for each statement execute function tell_tag('content');
