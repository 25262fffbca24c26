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
