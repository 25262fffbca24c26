import type { Shop } from '../layout/shop.ts';

export function shopStructuredData({ origin, site }: Shop): object[] {
  const networks = Object.values(site.socialLinks).filter((link) => link.startsWith('https://'));
  return [
    {
      '@type': 'Organization',
      name: site.clientName,
      url: `${origin}/`,
      slogan: site.tagline,
      ...(site.email && { email: site.email }),
      ...(site.mobile && { telephone: `+91${site.mobile}` }),
      ...(site.address && { address: site.address }),
      ...(networks.length > 0 && { sameAs: networks }),
    },
    {
      '@type': 'WebSite',
      name: site.clientName,
      url: `${origin}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/products?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}
