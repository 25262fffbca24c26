import type { createApp } from '../../server/app.ts';
import { listenForChanges } from '../../server/db/changes.ts';
import type { TestShop } from './shop.ts';

type App = Pick<Awaited<ReturnType<typeof createApp>>, 'changed' | 'missedChanges' | 'expire'>;

/** Lets an app on the database of the test's shop receive changes. Resolves when it receives them. */
export async function receiveChanges(
  shop: Pick<TestShop, 'databaseUrl' | 'pool' | 'deps'>,
  { changed, missedChanges, expire }: App,
): Promise<ReturnType<typeof listenForChanges>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const changes = listenForChanges(
    { url: shop.databaseUrl, pool: shop.pool, log: shop.deps.log },
    {
      onChange: changed,
      onExpire: expire,
      onGap(isListening) {
        missedChanges(isListening);
        if (isListening) resolve();
      },
    },
  );
  await promise;
  return changes;
}
