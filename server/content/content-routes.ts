import type { Api } from '../http/api.ts';
import { manifestRoutes } from './manifest-routes.ts';
import { measurementFrame } from './measurement-frame.ts';
import { offlineRoutes } from './offline-routes.ts';

/** What browsers get besides the pages of the web build: the manifest, the offline page and the frame of measurement. */
export function contentRoutes(app: Api): void {
  manifestRoutes(app);
  offlineRoutes(app);
  measurementFrame(app);
}
