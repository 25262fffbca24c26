const policies = ['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition'];

/** Opens a shop that began without demo content, with a product on sale, as its owner does by the guide. */
export async function openEmptyShop(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  let token = '';
  async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }
  token = String((await send('POST', '/auth/login', { email, password, portal: 'admin' })).token);
  const seller = { address: '1 Mill Road', state: 'Kerala', email: 'shop@example.in', isUnregistered: true };
  await send('PUT', '/site-info/admin', seller);
  for (const type of policies) await send('PATCH', `/policies/${type}/toggle`, {});
  await send('POST', '/products', { name: 'First product', price: 100, countInStock: 5 });
  await send('POST', '/settings/opening/open', {});
}
