import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands in a compiled query for a value that each call gives. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The place of a value in a prepared query. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** The names of all prepared queries by their text. They are as many as there are calls of `prepare`. */
const names = new Map<string, string>();

/** The name under which each connection prepares this statement; undefined if it is not prepared. */
export const statementName = (text: string): string | undefined => names.get(text);

/**
 * Prepares a query that is built once: Kysely compiles it at the first call in this process, and PostgreSQL parses and
 * plans it once per connection (decision 58). `build` gets the place of each value instead of the value, so its text
 * must not depend on values. Returns a function that runs the query with the values and returns the rows.
 */
export function prepare<Values, Row>(
  build: (db: Kysely<Tables>, value: ValueOf<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Placeholder(name)}`).compile();
      names.set(compiled.sql, names.get(compiled.sql) ?? `haat_${names.size + 1}`);
    }
    const given = new Map<string, unknown>(Object.entries(values ?? {}));
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? given.get(each.name) : each,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
