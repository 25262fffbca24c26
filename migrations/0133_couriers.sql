-- Accounts at couriers, bookings of shipments with them, and the tracking events that they send (decisions 114, 115).
create table courier_accounts (
  provider text primary key check (provider in ('shiprocket', 'delhivery')),
  is_on boolean not null default false,
  login text not null default '',
  -- The password or API token, encrypted with the key of the shop.
  secret bytea,
  pickup_location text not null default '',
  pickup_pin text not null default '',
  weight_grams int not null default 500 check (weight_grams > 0),
  length_cm int not null default 20 check (length_cm > 0),
  width_cm int not null default 15 check (width_cm > 0),
  height_cm int not null default 5 check (height_cm > 0),
  -- SHA-256 of the token with which the courier sends events.
  event_token_hash bytea unique,
  updated_at timestamptz not null default now()
);

create table courier_bookings (
  id uuid primary key default gen_random_uuid(),
  shipment_id uuid not null references shipments (id) on delete cascade,
  provider text not null,
  -- The number of the order at the courier: the id of the shipment, and after a failed or cancelled booking a new number.
  reference text not null unique,
  state text not null default 'open' check (state in ('open', 'booked', 'failed', 'cancelling', 'cancelled')),
  -- The service that the admin has chosen, and later the name of the one that carries the shipment.
  service text not null default '',
  wants_pickup boolean not null default false,
  by_user uuid not null references users (id),
  by_label text not null,
  -- How often the courier was asked to book it. From the second time on, it is looked up first.
  attempts int not null default 0,
  -- Until when a process works on it.
  claimed_until timestamptz,
  provider_order_id text not null default '',
  provider_shipment_id text not null default '',
  tracking_number text not null default '',
  -- What the courier last said, in its own words, and the state of a shipment that this means.
  status text not null default '',
  status_at timestamptz,
  tracked_state shipment_state,
  tracked_at timestamptz,
  pickup text not null default '',
  problem text not null default '',
  -- The courier refused to cancel it after its shipment was unpacked.
  cancel_refused_at timestamptz,
  -- When its label was stored; deleted after a day.
  label_at timestamptz,
  created_at timestamptz not null default now()
);
-- A shipment is booked once at a time.
create unique index courier_bookings_current on courier_bookings (shipment_id)
  where state in ('open', 'booked', 'cancelling');
create index courier_bookings_of_shipment on courier_bookings (shipment_id, created_at desc);
create index courier_bookings_unfinished on courier_bookings (created_at) where state in ('open', 'cancelling');
create index courier_bookings_by_number on courier_bookings (tracking_number) where tracking_number <> '';
create index courier_bookings_labels on courier_bookings (label_at) where label_at is not null;
create index courier_bookings_tracked on courier_bookings (tracked_at nulls first) where state = 'booked';

-- Tracking events as they were received, each once.
create table courier_events (
  id text primary key,
  provider text not null,
  body text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  error text not null default ''
);
create index courier_events_open on courier_events (received_at) where handled_at is null;
