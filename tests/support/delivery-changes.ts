import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { courierAccounts } from './couriers.ts';
import { createProduct, orderFor } from './factories.ts';
import { multipart, type Owner } from './owner.ts';
import { buyAsGuest, freshEmail, freshMobile } from './people.ts';
import type { TestShop } from './shop.ts';

type Change = [route: string, action: string, ask: () => ReturnType<Owner['post']>];

/** Each change of couriers, of pickup and of cash on delivery, in a possible order, with its action in the audit log. */
export function deliveryChanges(shop: TestShop, owner: Owner): Change[] {
  const { shiprocket } = courierAccounts;
  const account = '/settings/couriers/shiprocket';
  let booking = '';
  let due = '';
  const placeDue = async () => {
    await owner.put('/site-info/admin', { codEnabled: true });
    const { id } = await createProduct(shop.db);
    const buyer = { email: freshEmail(), mobile: freshMobile() };
    const { body } = await shop.post('/order/cash-on-delivery', orderFor([{ id }], buyer));
    due = `/order/admin/${body.order_id}`;
  };
  const remittance = async () => {
    const sent = { courier: 'DTDC', trackingNumber: 'D77' };
    const { body } = await owner.post(`${due}/shipments`, { state: 'shipped', ...sent });
    const { amount, shipments } = body as unknown as AdminOrder;
    // Otherwise the list also marks it as delivered.
    await owner.put(`${due}/shipments/${shipments[0]?._id}`, { state: 'delivered' });
    const value = `AWB,COD Amount\nD77,${amount}`;
    const file = multipart([{ name: 'file', value, filename: 'list.csv', type: 'text/csv' }]);
    return owner.post('/cod-remittances?apply=true', file);
  };
  return [
    ['PUT /settings/couriers/:provider', 'courier.update', () => owner.put(account, shiprocket)],
    [
      'POST /settings/couriers/:provider/event-token',
      'courier.event-token',
      () => owner.post(`${account}/event-token`),
    ],
    [
      'POST /order/admin/:id/shipments/:shipment/booking',
      'order.book',
      async () => {
        const path = `/order/admin/${(await buyAsGuest(shop, freshEmail())).id}/shipments`;
        const { shipments } = (await owner.post(path, {})).body as unknown as AdminOrder;
        booking = `${path}/${shipments[0]?._id}/booking`;
        const { weightGrams, lengthCm, widthCm, heightCm } = shiprocket;
        return owner.post(booking, { provider: 'shiprocket', weightGrams, lengthCm, widthCm, heightCm });
      },
    ],
    [
      'POST /order/admin/:id/shipments/:shipment/booking/pickup',
      'order.pickup',
      () => owner.post(`${booking}/pickup`),
    ],
    [
      'DELETE /order/admin/:id/shipments/:shipment/booking',
      'order.cancel-booking',
      () => owner.delete(booking),
    ],
    [
      'POST /order/admin/:id/confirm',
      'order.confirm',
      async () => {
        await placeDue();
        return owner.post(`${due}/confirm`);
      },
    ],
    ['PUT /order/admin/:id/cod-block', 'cod.block', () => owner.put(`${due}/cod-block`, { blocked: true })],
    ['POST /cod-blocks', 'cod.block', () => owner.post('/cod-blocks', { contact: freshEmail() })],
    [
      'DELETE /cod-blocks/:id',
      'cod.unblock',
      async () => {
        const [block] = (await owner.get('/cod-blocks')).body as unknown as { _id: string }[];
        return owner.delete(`/cod-blocks/${block?._id}`);
      },
    ],
    ['POST /cod-remittances', 'order.remittance', remittance],
    [
      'POST /order/admin/:id/pickup-ready',
      'order.pickup-ready',
      async () => {
        const pickup = [{ name: 'Shop', address: 'Jaipur', hours: '', days: 1, isOpen: true }];
        await owner.put('/site-info/admin', { delivery: { ...defaultDelivery, pickup } });
        const picked = { pickupPoint: 'Shop', shipping_details: null };
        const { id } = await buyAsGuest(shop, freshEmail(), picked);
        return owner.post(`/order/admin/${id}/pickup-ready`);
      },
    ],
  ];
}
