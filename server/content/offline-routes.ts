import { createHash } from 'node:crypto';
import { escapeHtml } from '../../shared/text/plain-text.ts';
import type { Api } from '../http/api.ts';

/** `/offline`: what the service worker (`public/sw.js`) shows while there is no network. It needs no other file. */
export function offlineRoutes(app: Api): void {
  app.get('/offline', { schema: { hide: true } }, async (request, reply) => {
    const { clientName } = await request.shop.content.getSiteInfo();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('x-robots-tag', 'noindex')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src blob:; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(page(clientName || 'Shop'));
  });
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The colours of web/ui/styles/tokens.css; its fonts may not be there. */
const style = `
:root { color-scheme: light dark; --paper: #fbf8f3; --ink: #221c17; --soft: #5f554a; --line: #e5dbcb; --press: #2b3a8c; --on-press: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191512; --ink: #f4ece0; --soft: #bfb2a2; --line: #3a322a; --press: #aeb8f8; --on-press: #161a38; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 'Anek Latin', 'Segoe UI', Roboto, Arial, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2.5rem 1rem; }
h1, h2 { font-family: Fraunces, Georgia, serif; font-weight: 600; line-height: 1.15; overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin: 0.5rem 0; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 0.25rem; }
p { margin: 0.25rem 0 1rem; }
.soft { color: var(--soft); }
button { min-height: 3rem; padding: 0 1.75rem; border: 0; border-radius: 1.5rem; background: var(--press); color: var(--on-press); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--press); outline-offset: 3px; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; margin: 1rem 0 0; padding: 0; list-style: none; }
a { display: block; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
a:hover { text-decoration: underline; }
a span { display: block; aspect-ratio: 1; margin-bottom: 0.5rem; border-radius: 0.5rem; background: var(--line); overflow: hidden; }
img { width: 100%; height: 100%; object-fit: cover; }
`;

const script = `
const section = document.querySelector('section');
document.querySelector('button').addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
async function show() {
  const { products } = await (await caches.match('/offline/seen')).json();
  for (const { path, name, picture } of products) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    const frame = document.createElement('span');
    link.href = path;
    const kept = picture && (await caches.match(picture));
    if (kept) {
      const image = document.createElement('img');
      image.alt = '';
      image.src = URL.createObjectURL(await kept.blob());
      frame.append(image);
    }
    link.append(frame, name);
    item.append(link);
    section.querySelector('ul').append(item);
  }
  section.hidden = products.length === 0;
}
// Without stored products the page says only that there is no connection.
show().catch(() => {});
`;

const page = (shopName: string) => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline – ${escapeHtml(shopName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="soft">${escapeHtml(shopName)}</p>
<h1>You are offline</h1>
<p>This page needs a connection to the internet. Your cart is safe.</p>
<button type="button">Try again</button>
<section hidden>
<h2>Seen last</h2>
<p class="soft">Prices are shown when you are online again.</p>
<ul></ul>
</section>
</main>
<script>${script}</script>
</body>
</html>
`;
