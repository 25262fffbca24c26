/** Calls of the back office that change no data by themselves. */
export const notRecorded = [
  // Each admin has her own.
  'POST /order/admin/views',
  'DELETE /order/admin/views/:id',
  'POST /upload',
  'POST /products/import/pictures',
  'POST /products/import/plan',
  'POST /order/admin/:id/check',
  'POST /order/admin/quote',
  'POST /order/admin/:id/lines/quote',
  'POST /reviews/import/plan',
  'POST /auth/admin/step-up',
  'POST /auth/admin/step-up/passkey-options',
  'POST /auth/admin/totp',
  'POST /auth/admin/passkeys/options',
];
/** Calls that shoppers and their browsers make. */
export const shopperCalls =
  /^\w+ \/(auth\/(?!admin)|razorpay\/|policy-reports$|products\/(bulk|:id\/questions)$|contact$|wishlist\/|cart(\/merge)?$|stock-alerts(\/stop)?$|order\/(look-up$|:id\/review(s\/|-))|reviews\/:id\/(helpful|report)$)/;
