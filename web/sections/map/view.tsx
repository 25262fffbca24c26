import { useId } from 'react';
import { Island } from '../../islands/island.tsx';
import { mapLink } from '../../storefront/info/map-link.ts';
import { Embed } from '../embed.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

/** The address of the shop beside its map of Settings. */
export function MapSection({ settings: { heading, text }, facts }: SectionProps<'map'>) {
  const id = useId();
  const { address, mapEmbedUrl, clientName } = facts;
  const hasMap = mapEmbedUrl.startsWith('https://');
  if (!address && !hasMap) return null;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Map'}
      className={`shell section-space ${hasMap ? 'grid items-center gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
    >
      <div>
        <SectionHeading id={id} heading={heading} text={text} />
        {address && <address className="max-w-xs text-lg not-italic wrap-anywhere">{address}</address>}
      </div>
      {hasMap && (
        <div className="relative h-80 overflow-hidden rounded-lg bg-paper-deep">
          <Island
            name="embed"
            component={Embed}
            props={{
              src: mapEmbedUrl,
              page: mapLink(mapEmbedUrl, address),
              title: `Map: ${address || clientName}`,
              action: 'Show the map',
              note: `It comes from ${new URL(mapEmbedUrl).hostname}, which learns of your visit.`,
            }}
          />
        </div>
      )}
    </section>
  );
}
