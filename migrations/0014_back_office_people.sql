-- What the back office shows of mails, of its own people and of what they did.
create index mails_by_status on mails (status, created_at desc, id desc);
create index mails_by_kind on mails (kind, created_at desc, id desc);
create index mails_search on mails using gin (lower(to_address || ' ' || subject) gin_trgm_ops);

-- A session is named by an id where it is shown: the hash of its token stays inside.
alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_id_key on sessions (id);

create index users_admins on users (id) where is_admin and deleted_at is null;
create index admin_log_by_user on admin_log (user_id, at desc, id desc);
create index admin_log_by_area on admin_log (split_part(action, '.', 1), at desc, id desc);
