import type { ReactNode } from 'react';
import { spacedMobile } from '../../../shared/contact/contact-rules.ts';
import { Island } from '../../islands/island.tsx';
import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { head } from '../layout/head.ts';
import { Section } from '../layout/section.tsx';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/contact';
import { ContactForm } from './contact-form.tsx';
import { mapLink } from './map-link.ts';

export const handle = { hasIslands: true };

export async function loader({ context }: Route.LoaderArgs) {
  const site = await load(context.get(shopContext).content.getSiteInfo());
  return pick(site, [
    ...(['clientName', 'legalName', 'address', 'mobile', 'email'] as const),
    ...(['businessHours', 'grievanceOfficer', 'mapEmbedUrl'] as const),
  ]);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  head(shopOf(matches), {
    title: 'Contact Us',
    description: [`Contact ${loaderData?.clientName ?? 'us'}.`, loaderData?.address]
      .filter(Boolean)
      .join(' '),
    path: '/contact',
  });

export default function Contact({ loaderData: site }: Route.ComponentProps) {
  const hours = [
    ['Monday - Friday', site.businessHours.mon_fri],
    ['Saturday', site.businessHours.saturday],
    ['Sunday', site.businessHours.sunday],
  ].filter(([, time]) => time);
  const { grievanceOfficer: officer } = site;
  const reachable =
    [site.legalName, site.address, site.mobile, site.email, officer.name].some(Boolean) || hours.length > 0;
  return (
    <div className="shell pt-10 lg:pt-16">
      <header className="max-w-2xl">
        <h1 className="text-4xl">Contact Us</h1>
        <p className="mt-4 text-lg text-ink-soft">Write to us about a product, an order or a return.</p>
      </header>
      <div className="mt-10 grid gap-x-20 gap-y-14 lg:mt-14 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Island name="contact" component={ContactForm} props={{}} eager />
        {reachable && (
          <Section title="Contact information">
            <dl className="mt-5 space-y-5">
              <Entry term="Company">{site.legalName}</Entry>
              <Entry term="Address">
                {site.address && <address className="max-w-xs not-italic">{site.address}</address>}
              </Entry>
              <Entry term="Phone">
                {site.mobile && (
                  <a href={`tel:+91${site.mobile}`} className={linkClass}>
                    {spacedMobile(site.mobile)}
                  </a>
                )}
              </Entry>
              <Entry term="Email">
                {site.email && (
                  <a href={`mailto:${site.email}`} className={linkClass}>
                    {site.email}
                  </a>
                )}
              </Entry>
              {hours.length > 0 && (
                <Entry term="Business hours">
                  <ul className="figures max-w-xs">
                    {hours.map(([day, time]) => (
                      <li key={day} className="flex justify-between gap-4">
                        <span>{day}</span>
                        <span className="text-ink-soft">{time}</span>
                      </li>
                    ))}
                  </ul>
                </Entry>
              )}
              {officer.name && (
                <Entry term="Grievance officer">
                  <p>{officer.name}</p>
                  {officer.email && (
                    <p>
                      <a href={`mailto:${officer.email}`} className={linkClass}>
                        {officer.email}
                      </a>
                    </p>
                  )}
                  {officer.phone && <p className="figures">{officer.phone}</p>}
                </Entry>
              )}
            </dl>
          </Section>
        )}
      </div>
      {site.mapEmbedUrl.startsWith('https://') && (
        <figure className="mt-14 print:hidden">
          <div className="relative h-80 overflow-hidden rounded-lg bg-paper-deep lg:h-112">
            <p className="absolute inset-0 grid place-items-center p-6 text-center text-ink-soft">
              The map is loading. If it does not appear, open it in a new tab.
            </p>
            <iframe
              src={site.mapEmbedUrl}
              title={`Map: ${site.address || site.clientName}`}
              loading="lazy"
              referrerPolicy="no-referrer"
              sandbox="allow-scripts allow-same-origin allow-popups"
              className="relative size-full"
            />
          </div>
          <figcaption className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
            {site.address && <span className="text-ink-soft">{site.address}</span>}
            <a
              href={mapLink(site.mapEmbedUrl, site.address)}
              target="_blank"
              rel="noopener noreferrer"
              className={`inline-flex min-h-11 items-center font-medium ${linkClass}`}
            >
              Open the map in a new tab
            </a>
          </figcaption>
        </figure>
      )}
    </div>
  );
}

const linkClass = 'text-press underline underline-offset-4 hover:text-press-deep';

function Entry({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-sm font-semibold">{term}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
