import { expect, it } from 'vitest';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import type { PolicyReview, PolicyType } from '../../shared/contract/policies.ts';
import { settings } from '../../shared/contract/site-info.ts';
import { richTextOf, writeRichText } from '../../shared/text/rich-text.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { contradictionsIn } from './policy-claims.ts';
import { bareContent } from './seed.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const reviewOf = async (type: PolicyType) => {
  const { data } = (await owner.get('/policies/review')).body as unknown as { data: PolicyReview[] };
  return data.find(({ template }) => template.type === type);
};
const wrongIn = async (type: PolicyType) =>
  (await reviewOf(type))?.outdated.map(({ says, now }) => [says, now]);
const change = async (body: object) => expect((await owner.put('/site-info/admin', body)).status).toBe(200);
const days = { dispatch: { min: 1, max: 2 }, transit: { min: 3, max: 5 } };
const delivery = (amount: number) => ({
  ...defaultDelivery,
  elsewhere: { ...defaultDelivery.elsewhere, rates: [{ from: 0, amount }], days },
});

it('answers write the drafts, and a published policy names the sentence that a setting has made untrue', async () => {
  const policyAnswers = {
    returnShipping: 'shop',
    exchanges: 'none',
    refundDays: 3,
    notReturnable: 'earrings & food',
  };
  const grievanceOfficer = { name: 'Meera Nair', email: 'care@example.in' };
  await change({ returnDays: 7, policyAnswers, delivery: delivery(60), codEnabled: true, grievanceOfficer });
  await change({ clientName: 'Neel', address: '1 Mill Road, Kochi', email: 'shop@example.in' });
  const review = await reviewOf('returns-refunds');
  const draft = JSON.stringify(review?.template);
  for (const text of ['within 7 days of receipt', 'earrings &amp; food', 'We pay for return shipping.'])
    expect(draft).toContain(text);
  expect(review).toMatchObject({ isDraft: true, outdated: [], policy: { isActive: false } });
  for (const type of ['shipping-policy', 'returns-refunds', 'terms-condition'])
    await owner.patch(`/policies/${type}/toggle`);

  await change({ returnDays: 10, delivery: delivery(0), codEnabled: false, address: '2 Mill Road, Kochi' });
  expect(await wrongIn('returns-refunds')).toEqual([]);
  // A draft that nobody has edited follows the settings; one that was edited does not.
  const { policy } = (await reviewOf('shipping-policy')) ?? {};
  const text = 'Orders ship within 1-2 business days. You can pay on delivery.';
  const edited = { type: 'shipping-policy', title: 'Shipping', content: writeRichText(richTextOf(text)) };
  expect((await owner.post('/policies', { ...edited, version: policy?.version })).status).toBe(200);
  expect(await wrongIn('shipping-policy')).toEqual([['You can pay on delivery.', '']]);
  await change({ codEnabled: true });
  expect(await wrongIn('shipping-policy')).toEqual([]);
  await change({
    delivery: {
      ...delivery(0),
      elsewhere: { ...delivery(0).elsewhere, days: { ...days, dispatch: { min: 4, max: 4 } } },
    },
  });
  expect(await wrongIn('shipping-policy')).toEqual([
    ['Orders ship within 1-2 business days.', 'Orders ship within 4 business days.'],
  ]);
  await shop.handlers.health({});
  const alerts = (await owner.get('/attention')).body as unknown as { kind: string }[];
  expect(alerts.map(({ kind }) => kind)).toContain('policy-outdated');

  const terms = (await reviewOf('terms-condition'))?.policy;
  const sections = terms?.sections.map(({ heading, content }) => ({ heading, content }));
  const { title, content, version } = terms ?? {};
  await owner.post('/policies', { type: 'terms-condition', title, content, version, sections });
  await change({ address: '3 Mill Road, Kochi' });
  expect(await wrongIn('terms-condition')).toEqual([
    ['You buy from Neel, 2 Mill Road, Kochi.', 'You buy from Neel, 3 Mill Road, Kochi.'],
  ]);
});

it('sentences that were written by hand are compared with the settings', () => {
  const facts = {
    ...bareContent,
    ...settings.parse({}),
    returnDays: 7,
    delivery: delivery(60),
  };
  const found = (text: string) => contradictionsIn(text, facts).map(({ about }) => about);
  const wrong: [string, string][] = [
    ['Returns are accepted up to 15 days after delivery.', 'returns'],
    ['You may return anything within two weeks or 14 days.', 'returns'],
    ['We dispatch in 24 hours.', 'dispatch'],
    ['Delivery takes 7 to 9 working days.', 'transit'],
    ['Free shipping across India!', 'charge'],
    ['Shipping is Rs. 99 for every order.', 'charge'],
    ['Cash on Delivery is available everywhere.', 'cod'],
  ];
  for (const [text, about] of wrong) expect([text, ...found(text)]).toEqual([text, about]);
  for (const text of [
    'Returns are accepted within 7 days.',
    'Refunds of returned items are credited in 5 days.',
    'We dispatch in 1-2 days.',
    'Delivery takes 3-5 days.',
    'Shipping costs ₹60.',
    'We do not offer cash on delivery.',
    'We reply to questions within 2 days.',
  ])
    expect([text, ...found(text)]).toEqual([text]);
});
