-- The wishlists of accounts (decision 95). Guests' are in their browsers.
create table wishlists (
  user_id uuid primary key references users (id) on delete cascade,
  -- In the address of the page that anyone with the link can read; null if there is none.
  share_key text unique,
  created_at timestamptz not null
);
create table wishlist_items (
  user_id uuid not null references wishlists (user_id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index wishlist_items_product on wishlist_items (product_id);
