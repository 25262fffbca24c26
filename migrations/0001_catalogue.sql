-- Products, their variants, and what groups them. Money is integer paise, tax included; percents are tenths.
create extension if not exists pg_trgm;

-- The selling price (contract §2): half up to a paisa per unit. shared/money.ts has the same rule.
create function selling_price(price_paise bigint, discount_tenths int) returns bigint
  language sql immutable parallel safe
  as 'select (price_paise * (1000 - discount_tenths) + 500) / 1000';

-- Every stored picture: what was measured when it was accepted, so that pages can reserve its place.
create table media_files (
  path text primary key check (path ~ '^uploads/[a-z-]+/[A-Za-z0-9_-]+\.[a-z0-9]+$'),
  kind text not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  created_at timestamptz not null default now()
);

create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  image text references media_files (path) on delete set null,
  show_in_navbar boolean not null default false,
  position int not null default 0,
  navbar_position int not null default 0,
  created_at timestamptz not null default now()
);
create unique index categories_name_key on categories (lower(name));

create table subcategories (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references categories (id),
  name text not null check (length(name) between 1 and 120),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  position int not null default 0,
  created_at timestamptz not null default now(),
  unique (category_id, slug),
  unique (id, category_id)
);
create unique index subcategories_name_key on subcategories (category_id, lower(name));

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  image text references media_files (path) on delete set null,
  created_at timestamptz not null default now()
);
create unique index brands_name_key on brands (lower(name));

create table product_types (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index product_types_name_key on product_types (lower(name));

create type product_status as enum ('active', 'draft', 'featured', 'archived');

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  status product_status not null default 'active',
  is_featured boolean not null default false,
  is_top_deal boolean not null default false,
  is_trending boolean not null default false,
  discount_tenths int not null default 0 check (discount_tenths between 0 and 1000),
  category_id uuid references categories (id),
  subcategory_id uuid,
  brand_id uuid references brands (id),
  product_type_id uuid references product_types (id),
  hsn text check (hsn ~ '^[0-9]{4,8}$'),
  gst_tenths int not null default 180 check (gst_tenths between 0 and 1000),
  rating_tenths int not null default 0 check (rating_tenths between 0 and 50),
  num_reviews int not null default 0 check (num_reviews >= 0),
  -- [{"name": "Size", "values": ["S", "M"]}], at most three; empty for a product with one variant.
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 3),
  -- The lowest selling price of its variants: kept by trigger for sorting and filtering.
  from_paise bigint not null default 0,
  -- Name, description and every SKU in lower case: kept by trigger for the trigram search.
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (subcategory_id is null or category_id is not null),
  foreign key (subcategory_id, category_id) references subcategories (id, category_id)
);

-- Price, SKU and stock live here. A product without options has exactly one variant, with no values.
create table variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  sku text not null check (length(sku) between 1 and 100),
  option_values text[] not null default '{}',
  price_paise bigint not null check (price_paise between 0 and 100000000000),
  stock int not null default 0 check (stock >= 0),
  image text references media_files (path) on delete set null,
  position int not null default 0,
  deleted_at timestamptz,
  unique (product_id, id)
);
create unique index variants_sku_key on variants (lower(sku)) where deleted_at is null;
create unique index variants_values_key on variants (product_id, option_values) where deleted_at is null;
create index variants_product on variants (product_id, position);
create index variants_in_stock on variants (product_id) where stock > 0 and deleted_at is null;

create table product_images (
  product_id uuid not null references products (id) on delete cascade,
  path text not null references media_files (path),
  position int not null,
  primary key (product_id, position),
  unique (product_id, path)
);

create function refresh_product_summary(product uuid) returns void language sql as $$
  update products p set
    from_paise = coalesce((select min(selling_price(v.price_paise, p.discount_tenths))
                           from variants v where v.product_id = p.id and v.deleted_at is null), 0),
    search_text = lower(p.name || ' ' || p.description || ' ' ||
      coalesce((select string_agg(v.sku, ' ') from variants v where v.product_id = p.id and v.deleted_at is null), ''))
  where p.id = product
$$;

-- Stock is not part of the summary, so that a sale never touches the products row.
create function variant_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.product_id);
  return null;
end $$;
create trigger variant_summary_insert after insert on variants
  for each row execute function variant_changed();
create trigger variant_summary_update after update of price_paise, sku, deleted_at on variants
  for each row execute function variant_changed();

create function product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.id);
  return null;
end $$;
create trigger product_summary after update of name, description, discount_tenths on products
  for each row execute function product_changed();

-- The storefront's lists: what shoppers can see, by each order they can ask for.
create index products_newest on products (created_at desc, id desc) where deleted_at is null and status in ('active', 'featured');
create index products_by_price on products (from_paise, id) where deleted_at is null and status in ('active', 'featured');
create index products_by_name on products (lower(name), id) where deleted_at is null and status in ('active', 'featured');
create index products_by_category on products (category_id, subcategory_id) where deleted_at is null;
create index products_by_brand on products (brand_id) where deleted_at is null;
create index products_by_type on products (product_type_id) where deleted_at is null;
create index products_featured on products (created_at desc) where is_featured or status = 'featured';
create index products_top_deals on products (created_at desc) where is_top_deal;
create index products_trending on products (created_at desc) where is_trending;
create index products_all_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_search on products using gin (search_text gin_trgm_ops);
create index products_name_search on products using gin (lower(name) gin_trgm_ops);
