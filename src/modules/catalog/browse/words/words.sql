-- The same for whatever is read as the same: letter case, accents, signs that stand for letters; in Arabic script the
-- marks over and under letters, the stretching stroke, and the forms of alef, ya, ta marbuta, kaf and digits.
create or replace function fold(text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(
      regexp_replace(lower(normalize($1, NFKD)), U&'[\0300-\036f\0640\064b-\065f\0670]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıςٱىیةک٠١٢٣٤٥٦٧٨٩', 'oldiσاييهك0123456789')
$$;

-- As who has no such letters writes them.
create or replace function spell_out(text) returns text language sql immutable strict parallel safe as $$
  select fold(replace(replace(replace(replace(replace(
    lower(normalize($1, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))
$$;

create or replace function searchable(text) returns text language sql immutable strict parallel safe as $$
  select case when $1 ~ '^[ -~]*$' then lower($1) when fold($1) = spell_out($1) then fold($1)
    else fold($1) || ' ' || spell_out($1) end
$$;

-- The pattern of like for what has this folded text in it.
create or replace function holding(text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%'
$$;
