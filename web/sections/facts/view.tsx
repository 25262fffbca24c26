import { useId } from 'react';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

/** Numbers of the shop, rounded down so that they stay true; those below two are left out. */
export function Facts({ settings, facts: { counts } }: SectionProps<'facts'>) {
  const id = useId();
  const { heading, showsProducts, showsMakers, showsOrders, showsYears } = settings;
  const all: [boolean, number, string][] = [
    [showsProducts, counts.products, 'products'],
    [showsMakers, counts.makers, 'makers'],
    [showsOrders, counts.orders, 'orders delivered'],
    [showsYears, counts.years, 'years'],
  ];
  const shown = all.filter(([isWanted, count]) => isWanted && count >= 2);
  if (shown.length === 0) return null;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'The shop in numbers'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} />
      <ul className="flex flex-wrap justify-around gap-x-10 gap-y-8 border-y border-line py-8 text-center">
        {shown.map(([, count, label]) => (
          <li key={label}>
            <span className="block font-serif text-4xl text-turmeric-ink">{roundedDown(count)}</span> {label}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 7, 86, 120+, 3,400+: exact below 100, then two digits. */
function roundedDown(count: number): string {
  if (count < 100) return String(count);
  const step = 10 ** (String(count).length - 2);
  const shown = Math.floor(count / step) * step;
  return `${shown.toLocaleString('en-IN')}${shown < count ? '+' : ''}`;
}
