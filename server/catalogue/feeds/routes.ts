import { feedChannels } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { feedPath, openFeed } from './feeds.ts';

/** Google and Meta ask a few times a day; a file can be large. */
const limit = 30;

/** `/feeds/google.xml` and `/feeds/meta.xml`: files that a job has written. */
export function feedRoutes(app: Api, deps: Pick<Deps, 'db' | 'files'>): void {
  for (const channel of feedChannels)
    app.get(feedPath(channel), { schema: { hide: true }, config: { limit } }, async (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        .send(await openFeed(deps, channel)),
    );
}
