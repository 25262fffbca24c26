import type { Handlers } from '../../http/handlers.ts';

/** Mails about products that are back in stock. */
export const stockAlertHandlers = {
  'POST /stock-alerts': ({ shop, body }) => shop.catalogue.requestStockAlert(body),
  'POST /stock-alerts/stop': ({ shop, body }) => shop.catalogue.stopStockAlerts(body.token),
} satisfies Partial<Handlers>;
