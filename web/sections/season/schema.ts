import { z } from 'zod';

/** The season of the day, which is in Settings. */
export const season = z.object({});
