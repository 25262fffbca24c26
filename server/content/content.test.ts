import { describe, expect, it } from 'vitest';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

describe('policies and site information', () => {
  it('exist from the first start', async () => {
    const { body } = await (await asOwner(shop)).get('/policies');
    expect((body.data as { type: string }[]).map(({ type }) => type).sort()).toEqual([
      'privacy-policy',
      'returns-refunds',
      'shipping-policy',
      'terms-condition',
    ]);
    const site = await shop.get('/site-info');
    expect(site).toMatchObject({ status: 200, body: { asksForAddress: true, testMode: true } });
    expect(Object.keys(site.body)).not.toContain('settings');
  });
});
