import { z } from 'zod';

/** The promises of the shop, which are in Settings. */
export const promises = z.object({});
