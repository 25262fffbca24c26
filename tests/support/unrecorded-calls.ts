/** Calls of the back office that change no data by themselves. */
export const notRecorded = [
  // Each admin has her own.
  'POST /order/admin/views',
  'DELETE /order/admin/views/:id',
  'POST /upload',
  'POST /upload/video',
  'POST /products/import/pictures',
  'POST /products/table/rows',
  'POST /products/labels',
  'POST /products/batch/preview',
  // Files that are read for a preview.
  'POST /moves/files',
  'DELETE /moves/:id/files/:file',
  'DELETE /moves/:id',
  // Drafts, which only their editors see.
  'POST /design/link',
  'PUT /design/theme',
  'POST /design/theme/discard',
  'POST /design/theme/versions/:id/restore',
  'PUT /design/pages/:key',
  'POST /design/pages/:key/discard',
  'POST /design/pages/:key/versions/:id/restore',
  'POST /opening/admin-access',
  'POST /products/import/plan',
  'POST /order/admin/:id/check',
  'POST /order/admin/quote',
  'POST /order/admin/:id/lines/quote',
  'POST /reviews/import/plan',
  'POST /discounts/try',
  'POST /settings/delivery/try',
  // These ask the courier and change nothing there.
  'POST /settings/delivery/couriers/:provider/try',
  'POST /settings/couriers/:provider/test',
  'POST /settings/domain/check',
  'POST /settings/files/test',
  'POST /order/admin/:id/shipments/:shipment/rates',
  'POST /order/admin/:id/shipments/:shipment/booking/track',
  'POST /auth/admin/step-up',
  'POST /auth/admin/step-up/passkey-options',
  'POST /auth/admin/totp',
  'POST /auth/admin/passkeys/options',
];
/** Calls that shoppers, their browsers and couriers make. */
export const shopperCalls =
  /^\w+ \/(auth\/(?!admin)|razorpay\/|policy-reports$|products\/(bulk|:id\/questions)$|contact$|wishlist\/|cart(\/merge|\/reminder|\/reminders\/:token\/stop)?$|visits$|opening\/(sign-ups|access)$|push\/|courier\/events$|stock-alerts(\/stop)?$|order\/(look-up$|cash-on-delivery$|mobile-code(\/confirm)?$|:id\/(confirm$|whatsapp$|review(s\/|-)))|reviews\/:id\/(helpful|report)$)/;
