-- Options' names replaced by `names` (old to new) in a value as it is stored or drafted, and in a history of such values.
create function renamed_options(value jsonb, names jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'string' then coalesce(names -> (value #>> '{}'), value)
    when 'array' then (
      select coalesce(jsonb_agg(renamed_options(entry, names) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as each(entry, place))
    when 'object' then (
      select jsonb_object_agg(key, case when key in ('selected', 'value') then renamed_options(entry, names) else entry end)
      from jsonb_each(value) as each(key, entry))
    else value end
$$;
