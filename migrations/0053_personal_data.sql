-- Erasure and retention of personal data (server/db/personal-data.ts).

-- Replaces the matches of a pattern in a text.
create function redact(value text, pattern text) returns text language sql immutable
  as $$ select regexp_replace(value, pattern, '[erased]', 'gi') $$;
-- The same in every text of a JSON value; keys, numbers and structure stay.
create function redact(value jsonb, pattern text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(redact(value #>> '{}', pattern));
    when 'array' then
      return (select coalesce(jsonb_agg(redact(element, pattern) order by position), '[]')
        from jsonb_array_elements(value) with ordinality as elements (element, position));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, redact(field, pattern)), '{}')
        from jsonb_each(value) as fields (key, field));
    else
      return value;
  end case;
end $$;

-- The replies to a contact query are deleted with it.
alter table contact_replies
  drop constraint contact_replies_query_id_fkey,
  add constraint contact_replies_query_id_fkey
    foreign key (query_id) references contact_queries (id) on delete cascade;

create index contact_queries_by_email on contact_queries (email);
create index mails_by_reply_to on mails (reply_to) where reply_to <> '';
create index webhook_events_oldest on webhook_events (received_at);
