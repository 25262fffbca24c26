-- What is left to pay of an order that was changed after it was paid, asked for by a payment link (decision 135).
create type payment_request_state as enum ('open', 'paid', 'withdrawn', 'expired', 'refused');
create table payment_requests (
  -- Also the reference of the link at the payment provider.
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise >= 100),
  state payment_request_state not null default 'open',
  provider_link_id text unique,
  url text,
  -- The provider's order of the link, which exists once somebody has opened it.
  provider_order_id text unique,
  -- The payment that was received for it.
  payment_id uuid unique references payments (id) on delete set null,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A process creates the link now, until this time.
  claimed_until timestamptz,
  -- Since when the link can't be paid any more, as far as the shop knows.
  closed_at timestamptz,
  check ((provider_link_id is null) = (url is null))
);
create index payment_requests_of_order on payment_requests (order_id);
create unique index payment_requests_open on payment_requests (order_id) where state = 'open';
create index payment_requests_to_handle on payment_requests (created_at) where closed_at is null;
