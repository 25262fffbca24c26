import { describe, expect, test } from 'vitest';
import { checkoutSignatureOk, findWebhookSecret, signCheckout, signWebhook } from './signature.ts';

const checkout = {
  secret: 'EnLs21M47BllR3X8PSFtjtbd',
  orderId: 'order_IEIaMR65cu6nz3',
  paymentId: 'pay_IH4NVgf4Dreq1l',
  signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
};
const isSigned = (given: unknown, secret = checkout.secret) =>
  checkoutSignatureOk(secret, checkout.orderId, checkout.paymentId, given);

describe('checkout signature', () => {
  test("matches the provider's examples", () => {
    expect(isSigned(checkout.signature)).toBe(true);
    expect(signCheckout('rzp_stub_key_secret', 'order_9A33XWu170gUtm', 'pay_29QQoUBi66xm2f')).toBe(
      '1732b61d08dafd22ba4d2935816fea848722c65446886ec8c58c48be13753707',
    );
  });

  test('rejects everything else', () => {
    const wrong = [
      undefined,
      null,
      '',
      0,
      [checkout.signature],
      { toString: () => checkout.signature },
      checkout.signature.toUpperCase(),
      `${checkout.signature} `,
      checkout.signature.slice(1),
      `${checkout.signature}00`,
      checkout.signature.replace(/f$/, 'e'),
      'z'.repeat(64),
    ];
    for (const given of wrong) expect(isSigned(given)).toBe(false);
    expect(isSigned(checkout.signature, 'another')).toBe(false);
    expect(isSigned(signCheckout('x', checkout.paymentId, checkout.orderId), 'x')).toBe(false);
  });

  test('an empty secret accepts nothing, not even its own signature', () => {
    expect(isSigned(signCheckout('', checkout.orderId, checkout.paymentId), '')).toBe(false);
  });
});

describe('webhook signature', () => {
  const vectors: [string, string, string][] = [
    [
      '123456',
      '{"a":1,"b":2,"c":{"d":3}}',
      '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
    ],
    [
      'whsec_stub',
      '{"entity":"event","event":"payment.captured","contains":["payment"]}',
      '4aaa5a13eebbe9dc31f7624a22c8b81c31378aacf2af72540c0d4533467ac500',
    ],
  ];

  test.each(vectors)('matches the known result for %s', (secret, body, signature) => {
    expect(signWebhook(secret, body)).toBe(signature);
    expect(findWebhookSecret([secret], Buffer.from(body), signature)).toBe(0);
    expect(findWebhookSecret(['new', secret], Buffer.from(body), signature)).toBe(1);
    expect(findWebhookSecret(['new'], Buffer.from(body), signature)).toBe(-1);
    expect(findWebhookSecret([secret], Buffer.from(`\ufeff${body}`), signature)).toBe(-1);
    expect(findWebhookSecret([secret], Buffer.from(body.replace('"', "'")), signature)).toBe(-1);
  });

  test('nothing is accepted without a secret or a signature', () => {
    const raw = Buffer.from('{}');
    expect(findWebhookSecret([], raw, signWebhook('x', raw))).toBe(-1);
    expect(findWebhookSecret([''], raw, signWebhook('', raw))).toBe(-1);
    expect(findWebhookSecret(['x'], raw, undefined)).toBe(-1);
  });
});
