import { useId } from 'react';
import { youtubeHost } from '../../../shared/web-address.ts';
import { Island } from '../../islands/island.tsx';
import { assetUrl, pictureAddress } from '../../ui/asset-url.ts';
import { Picture } from '../../ui/picture.tsx';
import { Embed } from '../embed.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

/** An uploaded video, which the browser loads when it is played, or one of YouTube. */
export function Video({ settings, isLead }: SectionProps<'video'>) {
  const { heading, text, video, youtube, picture } = settings;
  const id = useId();
  const key = new URL(youtube || 'https://localhost').searchParams.get('v');
  if (!video && !key) return null;
  const title = heading || picture.alt || 'Video';
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Video'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} text={text} />
      <div className="relative aspect-video overflow-hidden rounded-lg bg-night">
        {video ? (
          // biome-ignore lint/a11y/useMediaCaption: the shop has no captions of its videos
          <video
            controls
            playsInline
            preload={picture.path ? 'none' : 'metadata'}
            src={assetUrl(`/${video}`)}
            poster={picture.path ? pictureAddress(picture.path, 1200, 'webp') : undefined}
            aria-label={title}
            className="size-full object-contain"
          />
        ) : (
          <>
            {picture.path && (
              <Picture
                path={picture.path}
                alt=""
                sizes="(min-width: 82rem) 78rem, 100vw"
                eager={isLead}
                className="aspect-video"
              />
            )}
            <Island
              name="embed"
              component={Embed}
              props={{
                src: `${youtubeHost}/embed/${key}?autoplay=1&rel=0`,
                page: youtube,
                title,
                action: 'Play the video',
                note: 'Playing it loads YouTube, which learns of your visit.',
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}
