import { BadgeCheck } from 'lucide-react';
import type { Review } from '../../../shared/contract/catalogue/reviews.ts';
import { dayInIndia } from '../../../shared/orders/order-date.ts';
import { Island } from '../../islands/island.tsx';
import { pictureAddress } from '../../ui/asset-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Stars } from '../../ui/stars.tsx';
import { ReviewActions } from './review-actions.tsx';

const pictureSizes = '96px';
const pictureWidthsUsed = [160, 320] as const;

const maxExcerpt = 500;

/** At most 500 characters of a text, cut after a word. */
export const excerptOf = (text: string): string =>
  text.length > maxExcerpt ? `${text.slice(0, maxExcerpt).replace(/\s+\S*$/, '')}…` : text;

/**
 * A review with its photographs, the shop's answer, and the buttons to vote and report. With `all`, the address of all
 * reviews, long texts are cut and link there.
 */
export function ReviewItem({ review, all }: { review: Review; all?: string }) {
  const shown = all ? excerptOf : (full: string) => full;
  const { _id, stars, title, text, name, variant, images, answer, source, helpful, createdAt } = review;
  return (
    <article className="border-t border-line py-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stars rating={stars} className="text-base" />
        <span className="font-semibold wrap-anywhere">{name}</span>
        {source === 'order' && (
          <span className="inline-flex items-center gap-1 text-leaf">
            <BadgeCheck className="size-4" />
            Verified buyer
          </span>
        )}
        {source === 'demo' && <Badge tone="warning">Demo review</Badge>}
        {source === 'import' && <span className="text-ink-soft">From our previous shop</span>}
        <time dateTime={createdAt} className="text-ink-soft">
          {dayInIndia(createdAt)}
        </time>
      </p>
      {title && (
        <h3 className="mt-3 font-sans text-base font-semibold tracking-normal wrap-anywhere">{title}</h3>
      )}
      {text && <p className="mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">{shown(text)}</p>}
      {variant && <p className="mt-1.5 text-sm text-ink-soft">Bought: {variant}</p>}
      {images.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {images.map((path, index) => (
            <li key={path}>
              <a
                href={pictureAddress(path, 1200, 'webp')}
                aria-label={`Photograph ${index + 1} of ${name}`}
                className="block size-24 overflow-hidden rounded-md"
              >
                <Picture
                  path={path}
                  alt=""
                  sizes={pictureSizes}
                  widths={pictureWidthsUsed}
                  className="aspect-square"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <div className="mt-4 max-w-prose border-l-2 border-turmeric pl-4">
          <p className="text-sm font-semibold">Answer from the shop</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{shown(answer)}</p>
        </div>
      )}
      {all && Math.max(text.length, answer.length) > maxExcerpt && (
        <a href={all} className="review-action text-press!">
          Read the whole review
        </a>
      )}
      {source !== 'demo' && <Island name="review" component={ReviewActions} props={{ id: _id, helpful }} />}
    </article>
  );
}
