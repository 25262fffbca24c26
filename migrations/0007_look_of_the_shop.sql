-- What the owner arranges and publishes: the theme, the home page, and other pages.
create table designs (
  -- 'theme' and 'home'; a random id for other pages.
  key text primary key,
  kind text not null check (kind in ('theme', 'home', 'page')),
  -- The last part of the address of a published page.
  address text unique,
  -- What was changed since it was published; null for nothing. Both are documents of shared/contract/design.ts.
  draft jsonb,
  published jsonb,
  -- Counts each change of the draft, so that two editors notice each other.
  version int not null default 1,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null,
  published_at timestamptz,
  -- When a section of a published page begins or ends next.
  changes_at timestamptz
);

-- The theme is in every page; a page is announced by its address, before and after.
create function tell_design() returns trigger language plpgsql as $$
begin
  if coalesce(new.kind, old.kind) = 'theme' then perform pg_notify('haat_changed', 'content');
  else
    perform pg_notify('haat_changed', 'page:' || coalesce(old.address, old.key)),
      pg_notify('haat_changed', 'page:' || coalesce(new.address, new.key)),
      pg_notify('haat_changed', 'pages');
  end if;
  return null;
end $$;
create trigger tell_designs after insert or update of published, changes_at or delete on designs
  for each row execute function tell_design();

-- What was published, for comparing and restoring.
create table design_versions (
  id uuid primary key default gen_random_uuid(),
  key text not null references designs (key) on delete cascade,
  name text not null default '',
  document jsonb not null,
  published_by uuid references users (id) on delete set null,
  published_at timestamptz not null
);
create index design_versions_newest on design_versions (key, published_at desc);

-- Links that show the drafts to others.
create table draft_links (
  token text primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Products that the owner shows together: chosen one by one, or by rules.
create table collections (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  slug text not null unique,
  -- Earlier slugs, which lead to the present one.
  former_slugs text[] not null default '{}',
  description text not null default '',
  image text,
  seo_title text not null default '',
  seo_description text not null default '',
  is_published boolean not null default true,
  -- Null for a collection of chosen products; otherwise the rules of shared/contract/catalogue/collections.ts.
  rules jsonb,
  -- The order of its products; empty: as they were chosen, or the newest first.
  sort text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger tell_collections after insert or update or delete on collections
  for each statement execute function tell_tag('catalogue');

create table collection_products (
  collection_id uuid not null references collections (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  position int not null,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);
create trigger tell_collection_products after insert or update or delete on collection_products
  for each statement execute function tell_tag('catalogue');
