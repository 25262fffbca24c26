import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import {
  asha,
  checkOut,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

/**
 * Stands in for the scripts of Google and Meta in all tabs. Returns what they were given, and the addresses that were
 * asked for.
 */
async function followOthers(page: Page) {
  const given: unknown[][] = [];
  const asked: string[] = [];
  const answer = (script: string) => ({ contentType: 'text/javascript', body: script });
  await page
    .context()
    .exposeFunction('tellTest', (kind: string, list: unknown[]) => given.push([kind, ...list]));
  await page.context().route(/googletagmanager\.com/, (route) => {
    asked.push(route.request().url());
    return route.fulfill(
      answer(`
        document.cookie = '_ga=GA1.1.7; path=/; expires=' + new Date(Date.now() + 1e9).toUTCString();
        const tellGoogle = (list) => window.tellTest('google', [...list]);
        dataLayer.forEach(tellGoogle);
        dataLayer.push = tellGoogle;
        tellGoogle(['cookies', document.cookie]);
        for (const name of ['localStorage', 'top.document'])
          try { name === 'localStorage' ? localStorage.length : top.document.title; tellGoogle(['reached', name]); } catch {}`),
    );
  });
  await page.context().route(/facebook\.(net|com)/, (route) => {
    asked.push(route.request().url());
    return route.fulfill(
      answer(`
        const tellMeta = (...list) => window.tellTest('meta', list);
        fbq.queue.forEach((list) => tellMeta(...list));
        fbq.callMethod = tellMeta;`),
    );
  });
  const events = (kind: string) =>
    given.filter((item) => item[0] === kind && /^(event|track)$/.test(`${item[1]}`));
  return { given, asked, events, names: () => events('google').map(([, , name]) => name) };
}

test('visits are passed on to Google and Meta only after consent, without personal data, until it is withdrawn (T-PRV-30)', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const others = await followOthers(page);
  const question = page.getByRole('region', { name: /^May we share your visit/ });
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('privacy') ?? 'null'));

  await page.goto('/');
  await expect(page.locator('[data-privacy]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Privacy choices' })).toHaveCount(0);
  expect((await request.get('/measurement')).status()).toBe(404);

  await calls.call('PUT', '/site-info/admin', { ga4Id: 'G-TEST12345', metaPixelId: '123456789012' });

  try {
    // Not answered, and declined: nothing of others is loaded, also with events.
    await page.goto(`/products/${product.slug}`);
    await expect(question.getByRole('heading')).toHaveText('May we share your visit with Google and Meta?');
    await expectAccessible(page);
    const [decline, allow] = [
      question.getByRole('button', { name: 'Decline' }),
      question.getByRole('button', { name: 'Allow' }),
    ];
    const sizes = await Promise.all([decline, allow].map((button) => button.boundingBox()));
    expect(sizes[0]?.width).toBe(sizes[1]?.width);
    // The question covers neither price nor buttons.
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click({ trial: true });
    await decline.click();
    await expect(question).toBeHidden();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Privacy choices' })).toBeVisible();
    await expect(question).toBeHidden();
    expect([others.asked, await page.locator('iframe').count()]).toEqual([[], 0]);

    await page.getByRole('link', { name: 'Privacy choices' }).click();
    await allow.click();
    await expect(question).toBeHidden();
    await page.goto(`/products/${product.slug}?utm_source=mail&q=asha@example.in`);
    await expect.poll(others.names).toEqual(['page_view', 'view_item']);
    expect(others.events('google')[1]?.[3]).toMatchObject({
      currency: 'INR',
      value: product.finalPrice,
      items: [{ item_id: product.variants[0]?._id, item_name: product.name, price: product.finalPrice }],
    });
    expect(others.given).toContainEqual(['google', 'cookies', '_ga=GA1.1.7']);
    expect(others.given.map(([, what]) => what)).not.toContain('reached');
    await expect.poll(async () => (await kept()).cookies).toEqual([['_ga', 'GA1.1.7']]);
    expect(await page.context().cookies()).toEqual([]);

    await page.goto('/products?search=brass+quokka');
    await expect.poll(others.names).toContain('search');
    await checkOut(page, product);
    await expect.poll(others.names).toContain('begin_checkout');
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    await expect.poll(others.names).toContain('purchase');
    expect(others.names()).toContain('add_to_cart');
    const metas = others.events('meta').map(([, , name]) => name);
    expect(metas).toEqual(
      expect.arrayContaining([
        'PageView',
        'ViewContent',
        'Search',
        'AddToCart',
        'InitiateCheckout',
        'Purchase',
      ]),
    );
    const [orderId = ''] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
    await page.reload();
    await expect.poll(() => others.names().at(-1)).toBe('page_view');
    expect(others.names().filter((name) => name === 'purchase')).toHaveLength(1);
    const text = JSON.stringify(others.given);
    for (const secret of [
      asha.email,
      asha.mobile,
      asha.name,
      asha.city,
      'asha%40',
      `order-success/${orderId}`,
    ])
      expect(text).not.toContain(secret);
    // The words of a search are passed as such only, not in a title or an address.
    expect(text.replaceAll(/"search(_term|_string)":"brass quokka"/g, '')).not.toMatch(/quokka/i);

    // Withdrawn as easily as it was given, for all tabs.
    const measurement = page.locator('iframe[title="Measurement"]');
    await expect(measurement).toHaveCount(1);
    const another = await page.context().newPage();
    await another.goto('/about');
    await another.getByRole('link', { name: 'Privacy choices' }).click();
    await another.getByRole('button', { name: 'Decline' }).click();
    await another.close();
    await expect(measurement).toHaveCount(0);
    expect(await kept()).toMatchObject({ answer: 'declined', cookies: [], orders: [] });
    const count = others.given.length;
    await page.goto(`/products/${product.slug}`);
    await expect(page.getByRole('link', { name: 'Privacy choices' })).toBeVisible();
    expect(others.given.length).toBe(count);
  } finally {
    await calls.call('PUT', '/site-info/admin', { ga4Id: '', metaPixelId: '' });
  }
});
