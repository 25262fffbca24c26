import { z } from 'zod';

const invalid = 'This browser did not give a valid address for notifications';

/** A browser that can get notifications, as `PushSubscription.toJSON()` describes it (RFC 8030, RFC 8291). */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: invalid }).max(1000, invalid),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, invalid),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, invalid),
  }),
});
export type PushSubscriptionData = z.infer<typeof pushSubscription>;

/** Body of `POST /push/variants`: asks for one notification when a variant that is sold out is back in stock. */
export const followVariantRequest = z.object({
  variantId: z.uuid('Choose a product that exists'),
  subscription: pushSubscription,
});
export type FollowVariantRequest = z.infer<typeof followVariantRequest>;

/** Body of `POST /push/orders/:id`. */
export const followOrderRequest = z.object({ subscription: pushSubscription });

/** Body of `POST /push/stop`: only the browser itself and its push service know the address. */
export const stopPushRequest = z.object({ endpoint: z.string().max(1000) });

/** Reply of `GET /push/key`: the public key of the shop, for `PushManager.subscribe`. */
export const pushKeyReply = z.object({ key: z.string() });
