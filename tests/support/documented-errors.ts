import type { Call } from '../../shared/contract/calls/call.ts';
import { calls, errorsOf } from '../../shared/contract/calls.ts';

/** Routes with fewer parameters come first, as the server matches them. */
const routes = Object.entries<Call>(calls)
  .map(([route, call]) => ({
    pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`),
    parameters: route.split(':').length,
    codes: errorsOf(route, call),
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** Fails if a call replied with an error code that the table of calls does not name. */
export function requireDocumented(method: string, url: string, code: string): void {
  const call = `${method} ${url.split('?')[0]}`;
  const route = routes.find(({ pattern }) => pattern.test(call));
  if (route && !route.codes.some((item) => item === code))
    throw new Error(`${call} replied with ${code}, which shared/contract/calls does not name`);
}
