import { useQuery } from '@tanstack/react-query';
import type { Feed, FeedChannel } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { read, updateCached, useAction } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { NewTab, SettingsHead } from '../parts/page/page-head.tsx';

const pollMs = 3000;

const texts: Record<FeedChannel, { name: string; use: string }> = {
  google: {
    name: 'Google Merchant Center',
    use: 'In Merchant Center, add a product source “from a file” with this address, fetched daily.',
  },
  meta: {
    name: 'Meta (Facebook and Instagram)',
    use: 'In Commerce Manager, add a data feed with this address, fetched daily.',
  },
};

/** The product feeds for Google and Meta. */
export default function FeedsPage() {
  const feeds = useQuery({
    ...read('GET /settings/feeds'),
    refetchInterval: ({ state }) =>
      state.data?.feeds.some(({ isOn, writtenAt }) => isOn && !writtenAt) ? pollMs : false,
  });
  return (
    <>
      <SettingsHead title="Feeds" />
      <p className="mb-6 max-w-2xl text-ink-soft">
        A feed is a file with all products for sale, which Google or Meta fetches to show them in its results,
        ads and shops. It is written every hour. Anyone who knows its address can read it; it contains what
        the pages of the products show.
      </p>
      <Loaded query={feeds} failed="Failed to load the feeds. Please try again.">
        {(data) => (
          <ul className="grid max-w-5xl gap-5 lg:grid-cols-2">
            {data.feeds.map((feed) => (
              <FeedCard key={feed.channel} feed={feed} on={data.feeds.filter(({ isOn }) => isOn)} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function FeedCard({ feed, on }: { feed: Feed; on: Feed[] }) {
  const { channel, isOn, url, writtenAt } = feed;
  const { name, use } = texts[channel];
  const change = useAction(async () => {
    const others = on.map((feed) => feed.channel).filter((name) => name !== channel);
    const saved = await call('PUT /settings/feeds', { body: { on: isOn ? others : [...others, channel] } });
    updateCached('GET /settings/feeds', () => saved);
  }, 'The feed could not be changed. Please try again.');
  return (
    <li className="grid content-start gap-3 rounded-lg bg-card p-5 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{name}</h2>
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          busy={change.busy}
          aria-label={`${isOn ? 'Switch off' : 'Switch on'} ${name}`}
          onClick={() => change.run()}
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
      {isOn && (
        <>
          <p role="status" className="text-sm">
            {writtenAt ? describe(feed, writtenAt) : 'The feed is being prepared.'}
          </p>
          <NewTab href={url} className="text-sm text-press underline wrap-anywhere">
            {url}
          </NewTab>
          <p className="text-sm text-ink-soft">{use}</p>
        </>
      )}
    </li>
  );
}

function describe({ items, withoutPicture }: Feed, writtenAt: string): string {
  const written = `${items.toLocaleString('en-IN')} ${items === 1 ? 'item' : 'items'}, written ${orderDate(writtenAt)}.`;
  if (withoutPicture === 0) return written;
  const are = withoutPicture === 1 ? 'variant without a picture is' : 'variants without a picture are';
  return `${written} ${withoutPicture.toLocaleString('en-IN')} ${are} left out.`;
}
