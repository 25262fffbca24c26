-- ## Settings that an admin entered (contract §6)

-- The settings of payment, mail, texts, address and backups, by the names of their environment variables, which win over
-- them. `value` is encrypted with the key of the shop.
-- small table: at most twenty rows
create table stored_settings (
  name text primary key,
  value bytea not null,
  updated_at timestamptz not null
);
create trigger tell_settings after insert or update or delete on stored_settings
  for each statement execute function tell_tag('settings');

-- Whether an event was signed with the webhook secret that is being replaced.
alter table webhook_events add column signed_with_previous boolean not null default false;

-- ## Opening of the shop (content); a shop that is upgraded is open

alter table site_info
  -- Whether the storefront is open, its page before that, and who may look at it (shared/contract/opening.ts).
  add column opening jsonb not null default '{"isOpen": true}';

alter table policies
  -- The sentences of the published text that settings decide, by what they state; null in a policy not saved since.
  add column stated jsonb;

-- Who asked for a mail when the shop opens.
create table opening_sign_ups (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  mailbox text not null unique,
  -- The words to which they agreed.
  consent text not null,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index opening_sign_ups_newest on opening_sign_ups (created_at desc, id);
