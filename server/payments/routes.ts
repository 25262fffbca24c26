import { z } from 'zod';
import { done } from '../../shared/contract/wire.ts';
import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { storeWebhook } from './payments.ts';

/** The provider's webhook: the raw bytes are what is signed, so this scope parses nothing. */
export function webhookRoutes(app: Api, deps: Deps) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  const schema = { body: z.unknown(), response: { 200: done } };
  app.post('/razorpay/webhook', { schema }, async (request) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId } = request.headers;
    await storeWebhook(deps, raw, { signature, eventId });
    return { success: true as const };
  });
}
