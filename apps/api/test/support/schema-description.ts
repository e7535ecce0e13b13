/** Describes the schema of a database, to compare an upgraded database with a new one. */
import type pg from 'pg';

/** Returns one line per column, constraint, index, function, view, trigger and extension of the schema `public`. */
export async function describeSchema(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with relation as (
      select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
    )
    select line from (
      select format('relation %s %s', relname, relkind) from relation
      union all
      select format('column %s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end, ' default ' || pg_get_expr(adbin, adrelid), ' ' || attidentity::text || attgenerated::text)
      from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all
      select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from relation join pg_constraint on conrelid = relation.oid
      union all
      select format('index %s%s', pg_get_indexdef(indexrelid), case when not indisvalid then ' invalid' end)
      from relation join pg_index on indrelid = relation.oid
      union all
      select pg_get_functiondef(pg_proc.oid) from pg_proc
        left join pg_depend on objid = pg_proc.oid and deptype = 'e'
      where pronamespace = 'public'::regnamespace and prokind = 'f' and objid is null
      union all
      -- A dump from PostgreSQL 15 names columns that newer versions leave unnamed.
      select format('view %s %s', relname, regexp_replace(pg_get_viewdef(oid), '(NULL::[a-z ]+) AS \\w+', '\\1', 'g'))
      from relation where relkind = 'v'
      union all
      select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
      from relation join pg_trigger on tgrelid = relation.oid and not tgisinternal
      union all
      select 'extension ' || extname from pg_extension
    ) as described (line) order by line`);
  return rows.map(({ line }) => line);
}
