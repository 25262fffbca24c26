import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';
import { excerptOf } from './excerpt.ts';

/** Published reviews, each with its product: those that were chosen, or the newest with at least four stars. */
export function Quotes({ settings, facts: { quotes } }: SectionProps<'quotes'>) {
  const id = useId();
  const { heading, reviews, count } = settings;
  const shown =
    reviews.source === 'chosen'
      ? reviews.ids.flatMap((chosen) => quotes.find(({ _id }) => _id === chosen) ?? [])
      : quotes.filter(({ isNewest }) => isNewest).slice(0, count);
  if (shown.length === 0) return null;
  const isDemo = shown.some(({ source }) => source === 'demo');
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Reviews'}
      data-nosnippet={isDemo ? '' : undefined}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} />
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ _id, stars, title, text, name, source, product }) => (
          <li key={_id}>
            <figure className="flex h-full flex-col rounded-lg bg-card p-6 ring-1 ring-line">
              <Stars rating={stars} />
              <blockquote className="mt-4 flex-1 wrap-anywhere">
                {title && <p className="font-semibold">{title}</p>}
                {text && <p className="mt-1 whitespace-pre-line">{excerptOf(text)}</p>}
              </blockquote>
              <figcaption className="mt-5 text-sm text-ink-soft wrap-anywhere">
                <span className="font-semibold text-ink">{name}</span> on{' '}
                <a
                  href={`/products/${product.slug}`}
                  className="text-press underline underline-offset-4 hover:text-press-deep"
                >
                  {product.name}
                </a>{' '}
                {source === 'demo' && <Badge tone="warning">Demo review</Badge>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
