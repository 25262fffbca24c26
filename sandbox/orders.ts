import { z } from 'zod';
import { transaction } from '../server/db/database.ts';
import { wrongField } from './api-error.ts';
import { orderEntity } from './entities.ts';
import { amountField, currencyField, notesField, readFields, receiptField } from './fields.ts';
import { newId } from './ids.ts';
import { isReceiptFree, orders } from './queries.ts';
import { type SandboxDeps, seconds } from './sandbox-deps.ts';

const automaticError = 'The automatic expiry period must be at least 12.';
const manualError = 'The manual expiry period is invalid.';

const orderBody = z.strictObject({
  amount: amountField,
  currency: currencyField,
  receipt: receiptField,
  notes: notesField,
  partial_payment: z.unknown().optional(),
  first_payment_min_amount: z.unknown().optional(),
  payment_capture: z.unknown().optional(),
  payment: z
    .strictObject({
      capture: z.enum(['automatic', 'manual'], 'The selected payment.capture is invalid.'),
      capture_options: z
        .strictObject({
          automatic_expiry_period: z.int(automaticError).min(12, automaticError).default(12),
          manual_expiry_period: z.int(manualError).max(7200, manualError).default(7200),
          refund_speed: z.enum(['normal', 'optimum'], 'The selected refund speed is invalid.').optional(),
        })
        .refine((options) => options.manual_expiry_period >= options.automatic_expiry_period, {
          path: ['manual_expiry_period'],
          error: manualError,
        })
        .optional(),
    })
    .optional(),
});

/** `POST /v1/orders` (razorpay §2.1). */
export async function createOrder(deps: SandboxDeps, body: unknown) {
  const { amount, currency, receipt, notes, payment, payment_capture } = readFields(orderBody, body);
  const legacyCapture = payment_capture === 0 || payment_capture === false ? 'manual' : 'automatic';
  const row = await transaction(deps.db, async (trx) => {
    if (receipt && deps.behaviour.uniqueReceipts && !(await isReceiptFree(trx, receipt))) {
      throw wrongField('receipt', 'Order receipt should be unique.');
    }
    return orders.insert(trx, {
      id: newId('order_'),
      amount,
      currency,
      receipt,
      notes,
      capture: payment?.capture ?? legacyCapture,
      createdAt: seconds(deps.now()),
    });
  });
  return orderEntity(deps, row);
}
