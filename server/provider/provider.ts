export { choosePayments } from './choose.ts';
export { createProvider } from './client.ts';
export { ProviderError } from './provider-error.ts';
export { providerTotalMs } from './provider-http.ts';
export { wasCaptured } from './provider-shapes.ts';
export { checkoutSignatureOk, findWebhookSecret } from './signature.ts';
export { concernsPayment, openWebhook, readWebhook } from './webhook.ts';
