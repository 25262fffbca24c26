import { z } from 'zod';
import { emailField } from '../accounts/contact-fields.ts';

/** Body of `POST /stock-alerts`: asks for one mail when a variant that is sold out is back in stock. */
export const stockAlertRequest = z.object({
  variantId: z.uuid('Choose a product that exists'),
  email: emailField,
});
export type StockAlertRequest = z.infer<typeof stockAlertRequest>;

/** Body of `POST /stock-alerts/stop`: the token of the link in such a mail. */
export const stopAlertsRequest = z.object({ token: z.string().max(100) });
