// Without a network, shows the page /offline with the products that were seen last (decision 131). It keeps nothing else:
// pages come from the network, so there is no old price and nothing of a person. It also shows notifications.
const cacheName = 'offline';
const offlinePath = '/offline';
const seenPath = '/offline/seen';
const maxSeen = 12;
const renewAfterMs = 86_400_000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add(offlinePath)));
});

addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  if (!/^\/(admin|login|api|assets|uploads|sandbox)\b/.test(pathname))
    event.respondWith(open(event, pathname));
});

async function open(event, pathname) {
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request));
    if (reply.status === 200 && /^\/products\/[^/]+$/.test(pathname))
      event.waitUntil(remember(pathname, reply.clone()).catch(() => {}));
    return reply;
  } catch (error) {
    const page = await caches.match(offlinePath);
    if (page) return page;
    throw error;
  }
}

// What the shopper has asked to be told (decision 132).
addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const actions = [{ action: 'stop', title: 'Turn off' }];
  const options = { body, tag, actions, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === 'stop' ? stopTelling() : clients.openWindow(event.notification.data.path));
});

async function stopTelling() {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await fetch('/api/push/stop', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
  });
}

/** Keeps name and picture of a product, but not its price. */
async function remember(path, reply) {
  const html = await reply.text();
  const [, name] = /"@type":"Product(?:Group)?","name":("(?:[^"\\]|\\.)*")/.exec(html) ?? [];
  if (!name) return;
  const [, file] = /\/uploads\/product\/(\w+)-\d+\./.exec(html) ?? [];
  const picture = file && `/uploads/product/${file}-320.webp`;
  const cache = await caches.open(cacheName);
  const before = await (await cache.match(seenPath))?.json();
  const others = (before?.products ?? []).filter((product) => product.path !== path);
  const products = [{ path, name: JSON.parse(name), picture }, ...others].slice(0, maxSeen);
  const isOld = !(Date.now() - before?.renewedAt < renewAfterMs);
  if (isOld) await cache.add(offlinePath);
  const renewedAt = isOld ? Date.now() : before.renewedAt;
  await cache.put(seenPath, new Response(JSON.stringify({ products, renewedAt })));
  if (picture && !(await cache.match(picture))) await cache.add(picture);
  for (const { picture: old } of others.slice(maxSeen - 1)) if (old) await cache.delete(old);
}
