-- Mail that waits: when it is tried next, until when one worker has it for itself, and whom an answer goes to.
alter table mails
  add column next_try_at timestamptz not null default now() + interval '1 minute',
  add column claimed_until timestamptz,
  add column reply_to text not null default '';
create index mails_due on mails (next_try_at) where status = 'waiting';
create index mails_by_address on mails (to_address);

create index users_gone on users (deleted_at) where deleted_at is not null;
create index account_tokens_by_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);
create index orders_of_guests on orders (email) where is_guest and user_id is null;
