import { useEffect } from 'react';

type Route = { id: string; module: string };

/**
 * Loads the code of a route, in place of React Router's own function, which reloads the page when the request fails:
 * without a connection the browser's error page then replaces the shop, even when a link is only touched (decision 24).
 * Here the failure is thrown while the route renders, so that the nearest error page shows it.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, object>): Promise<object> {
  const known = loaded[route.id];
  if (known) return known;
  try {
    const module: object = await import(/* @vite-ignore */ route.module);
    loaded[route.id] = module;
    return module;
  } catch (error) {
    const answer = await fetch(route.module, { method: 'HEAD' }).catch(() => null);
    if (answer?.status === 404) return { default: Outdated };
    return {
      default() {
        throw error;
      },
    };
  }
}

/** The shop was updated while this page was open, and the old code is gone. */
function Outdated() {
  useEffect(() => window.location.reload(), []);
  return null;
}
