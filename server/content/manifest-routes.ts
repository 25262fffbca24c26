import type { Api } from '../http/api.ts';

/** `/manifest.webmanifest`: the name, icons and colours of the shop as an installed app. */
export function manifestRoutes(app: Api): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const { content, design } = request.shop;
    const [{ clientName, tagline }, { paper }] = await Promise.all([
      content.getSiteInfo(),
      design.getTheme(),
    ]);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send({
        name: clientName,
        short_name: clientName,
        ...(tagline && { description: tagline }),
        id: '/',
        start_url: '/',
        scope: '/',
        lang: 'en-IN',
        categories: ['shopping'],
        shortcuts: [
          { name: 'Cart', url: '/cart' },
          { name: 'Wishlist', url: '/wishlist' },
          { name: 'Your orders', url: '/profile' },
        ],
        display: 'standalone',
        background_color: paper.light,
        theme_color: paper.light,
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      });
  });
}
