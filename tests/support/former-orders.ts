import type { TestShop } from './shop.ts';

type Buyer = { user: { _id: string }; email: string };
let made = 0;

/** An order of a former shop, of the customer with this account. Returns its id. */
export async function insertFormerOrder(
  { db }: TestShop,
  { user, email }: Buyer,
  details: object,
): Promise<string> {
  const move = await db
    .insertInto('moves')
    .values({ userId: user._id, state: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('userId', '=', user._id)
    .executeTakeFirst();
  const amounts = { totalPaise: 129_950, refundedPaise: 0, netPaise: 129_950 };
  const number = `#F${++made}`;
  const { id } = await db
    .insertInto('formerOrders')
    .values({
      ...amounts,
      moveId: move.id,
      program: 'shopify',
      number,
      customerId: customer?.id ?? null,
      placedAt: new Date('2024-05-06T07:08:09Z'),
      name: 'Asha Rao',
      email,
      mobile: '9812345678',
      paymentStatus: 'paid',
      fulfilmentStatus: 'fulfilled',
      details: JSON.stringify(details),
      searchText: `${number} asha rao ${email}`.toLowerCase(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
