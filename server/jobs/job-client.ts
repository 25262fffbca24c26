import pg from 'pg';
import { prepareOften } from '../db/prepared-statements.ts';

/**
 * A connection of the job queue, whose statements are prepared like those of the shop: pg-boss sends the same few
 * statements for each job, and planning them takes longer than running them (decision 60).
 */
export class JobClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    prepareOften(this);
    const { query } = this;
    // The pool passes a callback.
    const queryOfPool = (...args: unknown[]): unknown => {
      const [text, values = [], callback] = args;
      if (typeof text !== 'string' || typeof callback !== 'function') return Reflect.apply(query, this, args);
      return Reflect.apply(query, this, [text, values]).then(
        (result: unknown) => callback(null, result),
        (error: unknown) => callback(error),
      );
    };
    Object.assign(this, { query: queryOfPool });
  }
}
