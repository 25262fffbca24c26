import { z } from 'zod';
import { orderCode, orderCodeRequest, orderCodeRequested } from '../accounts/sign-in.ts';
import { codOrderReply, confirmOrderRequest, createOrderRequest, orderHeaders } from '../orders/checkout.ts';
import { codBlock, codBlockChange, newCodBlock, remittanceQuery, remittanceResult } from '../orders/cod.ts';
import { adminOrder } from '../orders/orders.ts';
import { tagged } from './call.ts';

const { anyone, proof, admin } = tagged('Cash on delivery');

export const codCalls = {
  'POST /order/cash-on-delivery': anyone('createCodOrder', 'Place an order that is paid on delivery', {
    headers: orderHeaders,
    body: createOrderRequest,
    reply: codOrderReply,
    status: 201,
    errors: [
      'amount_changed',
      'checkout_closed',
      'checkout_queue',
      'cod_unavailable',
      'discount_not_applicable',
      'idempotency_mismatch',
      'item_unavailable',
      'mobile_not_proved',
      'not_payable',
      'out_of_stock',
      'provider_error',
      'reservation_limit',
      'state_unconfirmed',
      'too_many_unpaid_orders',
      'unknown_discount_code',
    ],
    limit: 'buyer',
  }),
  'POST /order/mobile-code': anyone(
    'sendOrderCode',
    'Send a code that proves the mobile number or the mailbox of an order',
    {
      body: orderCodeRequest,
      reply: orderCodeRequested,
      errors: ['provider_error', 'rate_limited'],
      limit: true,
    },
  ),
  'POST /order/mobile-code/confirm': proof(
    'confirmOrderCode',
    'Prove the mobile number or the mailbox of an order',
    {
      body: orderCode,
      reply: 'done',
      limit: true,
    },
  ),
  'POST /order/:id/confirm': proof('confirmOrder', 'Confirm an order by the link of its mail', {
    body: confirmOrderRequest,
    reply: 'done',
    limit: true,
  }),
  'POST /order/admin/:id/confirm': admin(
    'orders.edit',
    'confirmCodOrder',
    'Confirm an order that is paid on delivery',
    { reply: adminOrder, errors: ['not_editable', 'order_ended'] },
  ),
  'PUT /order/admin/:id/cod-block': admin(
    'customers.edit',
    'blockBuyerOfOrder',
    'Block cash on delivery for the buyer of an order',
    { body: codBlockChange, reply: adminOrder },
  ),
  'GET /cod-blocks': admin('customers.view', 'listCodBlocks', 'List who is blocked from cash on delivery', {
    reply: z.array(codBlock),
  }),
  'POST /cod-blocks': admin('customers.edit', 'addCodBlock', 'Block a contact from cash on delivery', {
    body: newCodBlock,
    reply: z.array(codBlock),
    status: 201,
  }),
  'DELETE /cod-blocks/:id': admin('customers.edit', 'removeCodBlock', 'Remove a block of cash on delivery', {
    reply: 'done',
  }),
  'POST /cod-remittances': admin(
    'orders.edit',
    'importRemittances',
    'Compare and record what a courier has collected, from a CSV file',
    { files: ['file'], query: remittanceQuery, reply: remittanceResult },
  ),
};
