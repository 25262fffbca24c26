import { z } from 'zod';
import {
  codeBatch,
  codeBatchInput,
  discount,
  discountInput,
  discountTrial,
  discountTrialResult,
} from '../catalogue/discounts.ts';
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
    errors: ['code_taken', 'step_up_required'],
  }),
  'POST /discounts/try': admin(
    'discounts.edit',
    'tryDiscount',
    'Price a sample cart with a discount that need not be stored; changes nothing',
    { body: discountTrial, reply: discountTrialResult, errors: ['item_unavailable'] },
  ),
  'GET /discounts/:id': admin('discounts.edit', 'getDiscount', 'Get a discount', { reply: discount }),
  'PUT /discounts/:id': admin('discounts.edit', 'updateDiscount', 'Update a discount', {
    body: discountInput,
    reply: discount,
    errors: ['code_taken', 'step_up_required'],
  }),
  'DELETE /discounts/:id': admin('discounts.edit', 'deleteDiscount', 'Delete a discount; orders keep it', {
    reply: 'done',
  }),
  'GET /discounts/:id/code-batches': admin(
    'discounts.edit',
    'listCodeBatches',
    'List the batches of unique codes of a discount, newest first',
    { query: z.object(paging), reply: page(codeBatch) },
  ),
  'POST /discounts/:id/code-batches': admin(
    'discounts.edit',
    'createCodeBatch',
    'Create unique codes of a discount',
    { body: codeBatchInput, reply: codeBatch, status: 201, stepUp: true },
  ),
  'GET /discounts/:id/code-batches/:batch/codes.csv': admin(
    'discounts.edit',
    'exportCodes',
    'Export the codes of a batch with their states and orders',
    { reply: 'text/csv', stepUp: true },
  ),
};
