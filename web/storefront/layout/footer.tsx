import type { ReactNode } from 'react';
import { spacedMobile } from '../../../shared/contact/contact-rules.ts';
import type { Shop } from './shop.ts';
import { SocialLinks } from './social-links.tsx';

export function Footer({ shop: { site } }: { shop: Shop }) {
  return (
    <footer className="mt-20 bg-night print:hidden text-on-night-soft">
      <div className="motif text-turmeric" aria-hidden="true" />
      <div className="shell grid grid-cols-2 gap-x-8 gap-y-10 py-14 lg:grid-cols-[1fr_1fr_1.4fr_1.4fr]">
        <Column title="Shop">
          <Links
            links={[
              ['/products', 'All Products'],
              ['/products?isTrending=true', 'New Arrivals'],
              ['/products?isFeatured=true', 'Featured'],
              ['/products?isTopDeal=true', 'Sale'],
              ['/wishlist', 'Wishlist'],
            ]}
          />
        </Column>
        <Column title="Support">
          <Links
            links={[
              ['/contact', 'Contact Us'],
              ['/shipping-policy', 'Shipping Policy'],
              ['/returns-refunds', 'Returns & Exchanges'],
            ]}
          />
        </Column>
        {(site.welcomeOffer || Object.values(site.socialLinks).some(Boolean)) && (
          <Column title="Stay Connected" wide>
            {site.welcomeOffer && <p className="max-w-xs">{site.welcomeOffer}</p>}
            <SocialLinks links={site.socialLinks} />
          </Column>
        )}
        {(site.address || site.mobile || site.email) && (
          <Column title="Contact Us" wide>
            <address className="space-y-2 not-italic">
              {site.address && <p className="max-w-xs">{site.address}</p>}
              {site.mobile && (
                <p>
                  <a href={`tel:+91${site.mobile}`} className="footer-link">
                    {spacedMobile(site.mobile)}
                  </a>
                </p>
              )}
              {site.email && (
                <p>
                  <a href={`mailto:${site.email}`} className="footer-link">
                    {site.email}
                  </a>
                </p>
              )}
            </address>
          </Column>
        )}
      </div>
      <div className="shell">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-on-night-soft/25 py-6 text-sm">
          <p>
            © {site.clientName}
            {site.tagline && `. ${site.tagline}.`}
          </p>
          <Links
            className="flex flex-wrap gap-x-6"
            links={[
              ['/privacy-policy', 'Privacy'],
              ['/terms-condition', 'Terms'],
            ]}
          >
            <li>
              <a href="/sitemap" className="footer-link">
                Sitemap
              </a>
            </li>
            {(site.ga4Id || site.metaPixelId) && (
              <li>
                <a href="/privacy-policy#privacy-choice" data-privacy-link className="footer-link">
                  Privacy choices
                </a>
              </li>
            )}
            <li className="inline-flex min-h-9 items-center">Developed by Haat</li>
          </Links>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'max-sm:col-span-2' : ''}>
      <h2 className="mb-3 text-lg text-on-night">{title}</h2>
      {children}
    </div>
  );
}

type LinksProps = { links: [to: string, label: string][]; className?: string; children?: ReactNode };

function Links({ links, className, children }: LinksProps) {
  return (
    <ul className={className}>
      {links.map(([to, label]) => (
        <li key={to}>
          <a href={to} className="footer-link">
            {label}
          </a>
        </li>
      ))}
      {children}
    </ul>
  );
}
