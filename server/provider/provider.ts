export { ProviderError } from './provider-error.ts';
export { providerTotalMs } from './provider-http.ts';
export { wasCaptured } from './provider-shapes.ts';
export { checkoutSignatureOk, webhookSignatureOk } from './signature.ts';
export { concernsPayment, openWebhook, readWebhook } from './webhook.ts';
