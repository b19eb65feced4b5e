import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = '30min';

    -- Each word of a folded title once; words have a letter, and are not so short that every other one is near.
    create function words_of(text) returns setof text language sql immutable strict parallel safe as $$
      select distinct word from regexp_split_to_table($1, '[^[:alnum:]]+') word
      where length(word) between 3 and 40 and word !~ '^[0-9]+$'
    $$;
    -- A word, and as it is without one of its letters: words one typo apart have a spelling in common.
    create function near_spellings(text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
      select array(select $1 union select overlay($1 placing '' from place for 1) from generate_series(1, length($1)) place)
    $$;

    create table title_word (
      word text primary key,
      listings bigint not null
    );
    comment on column title_word.word is 'folded, of the titles of public listings';
    create index title_word_near on title_word using gin (near_spellings(word), word gin_trgm_ops);

    -- Added up into title_word by a job: posting never waits for another who posts the same word.
    create table title_word_change (
      id bigint generated always as identity primary key,
      word text not null,
      listings bigint not null
    );

    create function add_title_words() returns trigger language plpgsql as $$
    begin
      insert into title_word_change (word, listings)
        select word, count(*) from added cross join words_of(title) word group by word;
      return null;
    end $$;
    create function renew_title_words() returns trigger language plpgsql as $$
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
    create trigger title_word_insert after insert on search_entry
      referencing new table as added for each statement execute function add_title_words();
    create trigger title_word_update after update on search_entry
      for each row when (old.title is distinct from new.title) execute function renew_title_words();
    create trigger title_word_delete after delete on search_entry
      for each row execute function renew_title_words();

    insert into title_word (word, listings)
      select word, count(*) from search_entry cross join words_of(title) word group by word;
    analyze title_word;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger title_word_delete on search_entry;
    drop trigger title_word_update on search_entry;
    drop trigger title_word_insert on search_entry;
    drop function renew_title_words(), add_title_words();
    drop table title_word_change;
    drop table title_word;
    drop function near_spellings(text), words_of(text);
  `)
}
