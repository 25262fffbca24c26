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
