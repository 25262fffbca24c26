import pg from 'pg';

declare module 'pg' {
  interface Query {
    prepare(connection: Connection): void;
    handleCommandComplete(message: object, connection: Connection): void;
  }
}

/**
 * The first statement of a transaction, which comes with `begin` in one message (decision 60). PostgreSQL skips the
 * statement if `begin` fails. It must be prepared on the connection.
 */
export class FirstStatement extends pg.Query {
  private hasBegun = false;

  override prepare(connection: pg.Connection): void {
    connection.parse({ name: '', text: 'begin', types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    super.prepare(connection);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    if (this.hasBegun) super.handleCommandComplete(message, connection);
    this.hasBegun = true;
  }
}
