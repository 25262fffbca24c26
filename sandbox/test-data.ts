/** How an attempt to pay ends. */
export type Outcome = { outcome: 'captured' | 'authorized' | 'failed' | 'pending'; reason?: string };

export type Failure = { description: string; code: string; source: string; step: string; reason: string };

const failure = (
  label: string,
  description: string,
  source = 'customer',
  step = 'payment_authentication',
  code = 'BAD_REQUEST_ERROR',
) => ({ label, error: { code, description, source, step } });

const unknownFailure = failure('', 'Payment failed', 'gateway', 'payment_authorization');

/** The reasons for which a payment can fail, with the descriptions of the provider. */
export const failures: Record<string, ReturnType<typeof failure>> = {
  payment_failed: failure(
    'Declined by the bank',
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
    'gateway',
    'payment_response',
  ),
  insufficient_fund: failure(
    'Insufficient funds',
    'Your payment could not be completed due to insufficient account balance. Try again with another card or payment method.',
    'customer',
    'payment_authorization',
  ),
  card_declined: failure(
    'Card declined',
    'Your payment was declined by the bank. Try again with another card or payment method.',
    'issuer_bank',
    'payment_authorization',
  ),
  authentication_failed: failure(
    'Wrong OTP',
    'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
  ),
  payment_cancelled: failure(
    'Cancelled at the bank',
    'Your payment has been cancelled. Try again or complete the payment later.',
  ),
  payment_timed_out: failure(
    'Timed out',
    'Your payment was not completed on time. Try again or complete the payment later.',
  ),
  card_disabled_for_online_payments: failure(
    'Card not enabled online',
    'Your card is not enabled for online payments. Try again with another card or payment method.',
    'issuer_bank',
    'payment_authorization',
  ),
  card_number_invalid: failure(
    'Wrong card number',
    'Your payment could not be completed as the card number is invalid. Try again with the right number.',
    'customer',
    'payment_initiation',
  ),
  gateway_technical_error: failure(
    'Technical error',
    'Your payment could not be completed due to a temporary technical issue. To complete the payment, use another payment method.',
    'gateway',
    'payment_authorization',
    'GATEWAY_ERROR',
  ),
};

/** The error of a payment that failed for this reason. */
export const failureOf = (reason = 'payment_failed'): Failure => ({
  ...(failures[reason] ?? unknownFailure).error,
  reason,
});

type TestCard = Outcome & { network: string };

const good = (network: string): TestCard => ({ network, outcome: 'captured' });
const bad = (network: string, reason: string): TestCard => ({ network, outcome: 'failed', reason });

/** The provider's test cards (razorpay §8): any CVV, any future expiry. */
const cards: Record<string, TestCard> = {
  '4100280000001007': good('Visa'),
  '5500670000001002': good('MasterCard'),
  '6527658900001005': good('RuPay'),
  '36082800091007': good('Diners Club'),
  '340256000401007': good('American Express'),
  '4111111111111111': good('Visa'),
  '5555555555554444': good('MasterCard'),
  '5105105105105100': good('MasterCard'),
  '5104060000000008': good('MasterCard'),
  '4012888888881881': good('Visa'),
  '4100280000090000': bad('Visa', 'payment_timed_out'),
  '5305620000060000': bad('MasterCard', 'payment_timed_out'),
  '4100280000080001': bad('Visa', 'insufficient_fund'),
  '5305620000050001': bad('MasterCard', 'insufficient_fund'),
  '4100280000070002': bad('Visa', 'payment_cancelled'),
  '5305620000040002': bad('MasterCard', 'payment_cancelled'),
  '4100280000060003': bad('Visa', 'card_declined'),
  '4100280000050004': bad('Visa', 'card_declined'),
  '4100280000040005': bad('Visa', 'card_declined'),
  '4100280000030006': bad('Visa', 'card_disabled_for_online_payments'),
  '4100280000020007': bad('Visa', 'gateway_technical_error'),
  '4100280000010008': bad('Visa', 'card_number_invalid'),
  '4100280000000009': bad('Visa', 'authentication_failed'),
};

const upiIds: Record<string, Outcome> = {
  'success@razorpay': { outcome: 'captured' },
  'failure@razorpay': { outcome: 'failed', reason: 'payment_failed' },
};

/** Only test cards are accepted; the number of a real card is never stored. */
export function findTestCard(number: unknown): TestCard | undefined {
  const digits = typeof number === 'string' ? number.replace(/[\s-]/g, '') : '';
  return Object.hasOwn(cards, digits) ? cards[digits] : undefined;
}

export function findTestUpiId(vpa: unknown): Outcome | undefined {
  const id = typeof vpa === 'string' ? vpa.trim().toLowerCase() : '';
  return Object.hasOwn(upiIds, id) ? upiIds[id] : undefined;
}

export const testCardNumbers = Object.keys(cards);
export const testUpiIds = Object.keys(upiIds);
