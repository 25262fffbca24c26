export { ProviderError } from './provider-error.ts';
export { providerTotalMs } from './provider-http.ts';
export {
  type ProviderLink,
  type ProviderPayment,
  type ProviderRefund,
  wasCaptured,
} from './provider-shapes.ts';
export { checkoutSignatureOk, webhookSignatureOk } from './signature.ts';
export { concernsPayment, openWebhook, readWebhook } from './webhook.ts';
