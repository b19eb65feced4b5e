-- Each word of a folded title once; words have a letter, and are not so short that every other one is near.
create or replace function words_of(text) returns setof text language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table($1, '[^[:alnum:]]+') word
  where length(word) between 3 and 40 and word !~ '^[0-9]+$'
$$;

create or replace function add_title_words() returns trigger language plpgsql as $$
begin
  insert into title_word_change (word, listings)
    select word, count(*) from added cross join words_of(title) word group by word;
  return null;
end $$;

create or replace function renew_title_words() returns trigger language plpgsql as $$
begin
  insert into title_word_change (word, listings)
    select word, sum(one) from (
      select word, 1 as one from words_of(new.title) word
      union all
      select word, -1 from words_of(old.title) word
    ) difference
    group by word having sum(one) <> 0;
  return null;
end $$;

create or replace trigger title_word_insert after insert on search_entry
  referencing new table as added for each statement execute function add_title_words();
create or replace trigger title_word_update after update on search_entry
  for each row when (old.title is distinct from new.title) execute function renew_title_words();
create or replace trigger title_word_delete after delete on search_entry
  for each row execute function renew_title_words();
