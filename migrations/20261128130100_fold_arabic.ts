import type { Knex } from 'knex'

/** What `fold` does more from now on, to what it has folded before. */
const folded = (text: string) =>
  `translate(regexp_replace(${text}, U&'[\\0640\\064b-\\065f\\0670]', '', 'g'),
    'ٱىیةک٠١٢٣٤٥٦٧٨٩', 'اييهك0123456789')`
const each = (column: string) =>
  `(select coalesce(array_agg(${folded('word')} order by place), '{}')
    from unnest(${column}) with ordinality as given (word, place))`
const ARABIC = `U&'[\\0600-\\06ff]'`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update search_entry set title = ${folded('title')}, city = ${folded('city')}
      where title ~ ${ARABIC} or city ~ ${ARABIC};
    update saved_search set title_words = ${each('title_words')}, city_words = ${each('city_words')}
      where title_words::text ~ ${ARABIC} or city_words::text ~ ${ARABIC};
  `)
}

export async function down(): Promise<void> {
  // Folded text is found as before.
}
