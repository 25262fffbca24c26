import type { SectionProps } from '../page.ts';

/** Their icons are in `components.css`. */
const names = ['guarantee', 'shipping', 'customers', 'products'] as const;

/** The shop's promises, without those left empty in Settings. */
export function Promises({ facts: { claims } }: SectionProps<'promises'>) {
  const shown = names.filter((name) => claims[name].title);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Our promises" className="shell mt-12 lg:mt-16">
      <ul className="grid gap-x-8 gap-y-6 border-y border-line py-7 min-[420px]:grid-cols-2 lg:grid-cols-4">
        {shown.map((name) => (
          <li key={name} className={`claim ${name}`}>
            <div>
              <p className="font-semibold">{claims[name].title}</p>
              {claims[name].detail && <p className="text-sm text-ink-soft">{claims[name].detail}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
