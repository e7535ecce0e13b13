-- Conversations between brands and creators.

-- Returns a query for all terms of a text. A term matches by prefix. Text in scripts without spaces matches if all
-- of its character pairs do.
create or replace function message_query(written text) returns tsquery language sql immutable parallel safe
return (
  select string_agg(quote_literal(left(wanted, 100)) || ':*', ' & ')::tsquery
  from (select term from string_to_table(message_terms(written), ' ') as term where term <> '' limit 8) as terms,
    lateral (
      select term as wanted where not is_unspaced(term)
      union all
      select substr(term, at, 2) from generate_series(1, greatest(length(term) - 1, 1)) as at where is_unspaced(term)
    ) as each_wanted
);

create or replace function counted_bytes(bytes bigint) returns bigint language sql immutable as $$
  select greatest(bytes, 262144)
$$;

-- A trigger, because several statements insert, delete or empty files and the next upload needs the sum.
create or replace function delivered_file_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into delivered_bytes as kept (author_workspace_id, bytes) values (new.author_workspace_id, counted_bytes(new.bytes))
    on conflict (author_workspace_id) do update set bytes = kept.bytes + excluded.bytes;
  else
    update delivered_bytes set bytes = bytes - counted_bytes(old.bytes) where author_workspace_id = old.author_workspace_id;
  end if;
  return null;
end $$;

create or replace trigger delivered_file_inserted after insert on file for each row
  when (new.deliverable_id is not null and new.dropped_at is null) execute function delivered_file_counted();
create or replace trigger delivered_file_deleted after delete on file for each row
  when (old.deliverable_id is not null and old.dropped_at is null) execute function delivered_file_counted();
create or replace trigger delivered_file_dropped after update of dropped_at on file for each row
  when (old.deliverable_id is not null and old.dropped_at is null and new.dropped_at is not null)
  execute function delivered_file_counted();
