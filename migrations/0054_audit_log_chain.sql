-- The audit log as a chain of hashes: an entry that is changed, removed or inserted later is found (decision 48).

alter table admin_log
  -- Who acted, if not an admin: the command line or the shop itself.
  add column by_label text not null default '',
  -- The network address of the caller.
  add column address text not null default '',
  -- The place in the chain, without gaps. Null for counters of failed sign-ins, which change and are outside the chain.
  add column position bigint unique,
  -- Detail and address have a salted hash of their own, so that they can be redacted. The salt is deleted then.
  add column detail_salt bytea,
  add column detail_hash bytea,
  -- Of the previous hash and this entry.
  add column hash bytea;

-- The last entry of the chain. Its lock orders the entries of concurrent transactions.
create table admin_log_head (
  singleton boolean primary key default true check (singleton),
  position bigint not null,
  hash bytea not null
);
insert into admin_log_head (position, hash) values (0, sha256(''));

create function admin_log_detail_hash(entry admin_log) returns bytea language sql stable as $$
  select sha256(entry.detail_salt || convert_to(jsonb_build_array(entry.address, entry.detail)::text, 'UTF8'))
$$;

create function admin_log_hash(entry admin_log, previous bytea) returns bytea language sql stable as $$
  select sha256(previous || entry.detail_hash || convert_to(jsonb_build_array(
    entry.position, entry.id, extract(epoch from entry.at), entry.user_id, entry.by_label, entry.action, entry.subject
  )::text, 'UTF8'))
$$;

create function chain_admin_log(entry_id bigint) returns void language plpgsql as $$
declare
  head admin_log_head;
  entry admin_log;
begin
  select * into head from admin_log_head for update;
  select * into entry from admin_log where id = entry_id;
  if not found then return; end if;
  entry.position := head.position + 1;
  entry.detail_salt := uuid_send(gen_random_uuid());
  entry.detail_hash := admin_log_detail_hash(entry);
  entry.hash := admin_log_hash(entry, head.hash);
  update admin_log set (position, detail_salt, detail_hash, hash)
    = (entry.position, entry.detail_salt, entry.detail_hash, entry.hash) where id = entry_id;
  update admin_log_head set position = entry.position, hash = entry.hash;
end $$;

do $$
declare
  entry_id bigint;
begin
  for entry_id in select id from admin_log where action <> 'admin.sign-in-failed' order by id loop
    perform chain_admin_log(entry_id);
  end loop;
end $$;

create function chain_new_entry() returns trigger language plpgsql as $$
begin
  perform chain_admin_log(new.id);
  return null;
end $$;
-- At the end of the transaction: the lock is its last one, so that it can't take part in a deadlock.
create constraint trigger admin_log_chain after insert on admin_log
  deferrable initially deferred for each row
  when (new.action <> 'admin.sign-in-failed' and new.position is null) execute function chain_new_entry();
