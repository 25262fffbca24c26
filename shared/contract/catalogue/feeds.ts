import { z } from 'zod';

/** Who reads a product feed: Google Merchant Center, or the catalogue of Meta. */
export const feedChannels = ['google', 'meta'] as const;
export type FeedChannel = (typeof feedChannels)[number];

const feed = z.object({
  channel: z.enum(feedChannels),
  isOn: z.boolean(),
  /** The address that the merchant enters at Google or Meta. */
  url: z.string(),
  /** When the file was written last; null if it was not yet. */
  writtenAt: z.string().nullable(),
  items: z.number(),
  withoutPicture: z.number(),
});
export type Feed = z.infer<typeof feed>;

/** Reply of `GET /settings/feeds`. */
export const feedList = z.object({ feeds: z.array(feed) });

/** Body of `PUT /settings/feeds`: the feeds that are on. */
export const feedChange = z.object({
  on: z.array(z.enum(feedChannels, 'Must be google or meta')).max(feedChannels.length),
});
