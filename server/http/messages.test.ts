import { expect, it } from 'vitest';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

it.each([
  ['/products?limit=1000', 'limit', 'must be a whole number from 1 to 100'],
  ['/products?limit=ten', 'limit', 'must be a whole number from 1 to 100'],
  ['/products?page=0', 'page', 'must be a whole number from 1 to 10,00,000'],
  ['/products?sort=bogus', 'sort', 'must be one of price, -price, name, -name, createdAt, -createdAt'],
  [`/products?category=${'a'.repeat(201)}`, 'category', 'must have at most 200 characters'],
])('%s says what may be sent', async (url, field, text) => {
  const { status, body } = await shop.get(url);
  expect([status, body.message]).toEqual([400, `${field} ${text}`]);
  expect(body.errors).toEqual({ [field]: text.replace(/^m/, 'M') });
});

it.each([
  [{ ids: [] }, 'ids', 'must not be empty'],
  [{}, 'ids', 'must be given'],
  [{ ids: 'a' }, 'ids', 'must be a list'],
  [{ ids: [1] }, 'ids.0', 'must be a text'],
  [{ ids: Array.from({ length: 101 }, () => 'a') }, 'ids', 'must have at most 100 entries'],
])('a body that is %j says what is wrong', async (given, field, text) => {
  const { status, body } = await shop.post('/products/bulk', given);
  expect([status, body.message]).toEqual([400, `${field} ${text}`]);
});

it('a message that a field has of its own stays as it is', async () => {
  const { body } = await shop.post('/contact', { name: '', email: 'a', subject: 's', message: 'm' });
  expect(body).toMatchObject({
    message: 'Name is required',
    errors: { email: 'Enter a valid email address' },
  });
});
