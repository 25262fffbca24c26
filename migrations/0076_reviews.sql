-- Reviews of products by buyers who received them, from files of other systems, and of the demo shop.
create type review_source as enum ('order', 'import', 'demo');
create type review_status as enum ('pending', 'published', 'rejected');
create type report_reason as enum ('spam', 'offensive', 'personal', 'fake');

create table reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  source review_source not null,
  -- The delivered order; a removed test order takes its reviews with it.
  order_id uuid references orders (id) on delete cascade,
  -- SHA-256 of the buyer's mailbox or account: one review for each buyer and product.
  buyer_hash text,
  -- Identifies an imported review, so that it is imported once.
  import_key text,
  status review_status not null default 'pending',
  rejection_reason text not null default '',
  stars smallint not null check (stars between 1 and 5),
  title text not null default '',
  body text not null default '',
  name text not null,
  variant_label text not null default '',
  answer text not null default '',
  helpful int not null default 0 check (helpful >= 0),
  -- When it was written; of an imported review, its date.
  created_at timestamptz not null default now(),
  -- When it was first published.
  published_at timestamptz,
  search_text text generated always as (lower(name || ' ' || title || ' ' || body)) stored,
  unique (product_id, buyer_hash),
  unique (product_id, import_key),
  check (source <> 'order' or (order_id is not null and buyer_hash is not null)),
  check (status <> 'published' or published_at is not null)
);
create index reviews_of_product on reviews (product_id, stars) where status = 'published';
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_waiting on reviews (created_at) where status = 'pending';
create index reviews_of_order on reviews (order_id);
create index reviews_search on reviews using gin (search_text gin_trgm_ops);

create table review_pictures (
  review_id uuid not null references reviews (id) on delete cascade,
  position int not null,
  path text not null unique references media_files (path),
  primary key (review_id, position)
);

-- One vote for each account or browser. The hash of the network address limits votes from one place.
create table review_votes (
  review_id uuid not null references reviews (id) on delete cascade,
  voter_hash text not null,
  source_hash text not null,
  created_at timestamptz not null default now(),
  primary key (review_id, voter_hash)
);
create index review_votes_by_source on review_votes (review_id, source_hash);

-- Reports by shoppers, one for each review and network address, until an admin has decided.
create table review_reports (
  review_id uuid not null references reviews (id) on delete cascade,
  source_hash text not null,
  reason report_reason not null,
  created_at timestamptz not null default now(),
  primary key (review_id, source_hash)
);

-- The rating of a product is that of its published reviews, from its first published one on; demo reviews do not count.
create function refresh_ratings() returns trigger language plpgsql as $$
begin
  update products p set rating_tenths = rated.tenths, num_reviews = rated.reviews
  from (
    select changed.product_id, count(r.id) as reviews, coalesce(round(avg(r.stars) * 10), 0)::int as tenths
    from (select distinct product_id from touched where published_at is not null and source <> 'demo') changed
    left join reviews r on r.product_id = changed.product_id and r.status = 'published' and r.source <> 'demo'
    group by changed.product_id
  ) rated
  where p.id = rated.product_id and (p.rating_tenths, p.num_reviews) is distinct from (rated.tenths, rated.reviews);
  return null;
end $$;
create trigger refresh_ratings_insert after insert on reviews
  referencing new table as touched for each statement execute function refresh_ratings();
create trigger refresh_ratings_update after update on reviews
  referencing new table as touched for each statement execute function refresh_ratings();
create trigger refresh_ratings_delete after delete on reviews
  referencing old table as touched for each statement execute function refresh_ratings();

-- Cached replies with the product are made again (migration 0006). The count of votes may be a minute old.
create trigger tell_review after insert or delete or update of status, stars, title, body, name, answer on reviews
  for each row execute function tell_product();
