import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands in a compiled query for a value that each call gives. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The place of a value in a compiled query. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A query that Kysely builds and compiles at its first call in this process only (decision 60). `build` gets the place
 * of each value instead of the value, so the text must not depend on values. Returns a function that runs the query
 * with the values and returns the rows.
 */
export function compileOnce<Values, Row>(
  build: (db: Kysely<Tables>, value: ValueOf<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, (name) => sql`${new Placeholder(name)}`).compile();
    const given = new Map<string, unknown>(Object.entries(values ?? {}));
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? given.get(each.name) : each,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
