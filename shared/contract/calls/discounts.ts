import { z } from 'zod';
import { discount, discountInput } from '../discounts.ts';
import { paging } from '../wire.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Discounts');

export const discountCalls = {
  'GET /discounts': admin('discounts.edit', 'listDiscounts', 'List the discounts, newest first', {
    query: z.object(paging),
    reply: page(discount),
  }),
  'POST /discounts': admin('discounts.edit', 'createDiscount', 'Create a discount', {
    body: discountInput,
    reply: discount,
    status: 201,
    errors: ['code_taken'],
  }),
  'GET /discounts/:id': admin('discounts.edit', 'getDiscount', 'Get a discount', { reply: discount }),
  'PUT /discounts/:id': admin('discounts.edit', 'updateDiscount', 'Update a discount', {
    body: discountInput,
    reply: discount,
    errors: ['code_taken'],
  }),
  'DELETE /discounts/:id': admin('discounts.edit', 'deleteDiscount', 'Delete a discount; orders keep it', {
    reply: 'done',
  }),
};
