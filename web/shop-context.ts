import { createContext } from 'react-router';
import type { PageShop } from '../server/http/pages/page-tags.ts';

export type { PageShop } from '../server/http/pages/page-tags.ts';

/** The shop for loaders: `context.get(shopContext)`. The server sets it for each request. */
export const shopContext = createContext<PageShop>();
