import { useEffect } from 'react';

type Route = { id: string; module: string };

/**
 * Loads the code of a route. Replaces React Router's own function, which reloads the page when the request fails:
 * without a connection, the browser's error page then replaces the shop, even when a link is only hovered
 * (decision 61). Here the error is thrown while the route renders, so that the nearest error boundary shows it.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, object>): Promise<object> {
  const cached = loaded[route.id];
  if (cached) return cached;
  try {
    const module: object = await import(/* @vite-ignore */ route.module);
    loaded[route.id] = module;
    return module;
  } catch (error) {
    // The shop knows, wherever the code comes from.
    const { pathname } = new URL(route.module, window.location.href);
    const response = await fetch(pathname, { method: 'HEAD' }).catch(() => null);
    if (response?.status === 404) return { default: Outdated };
    return {
      default() {
        throw error;
      },
    };
  }
}

/** Whether the shop was updated while this page was open, so that the old code no longer exists. */
function Outdated() {
  useEffect(() => window.location.reload(), []);
  return null;
}
