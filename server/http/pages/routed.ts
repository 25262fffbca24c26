/** Collects the paths of Fastify's routes, and tells which URLs they may match, so that no page answers these. */
export function createRouted() {
  const paths = new Set<string>();
  /** The first segments of longer paths: all below them belongs to the routes, also what does not exist. */
  const folders = new Set<string>();
  /** What paths with a parameter in their only segment begin with. */
  const beginnings = new Set<string>();
  return {
    add(path: string): void {
      const [, first = '', ...rest] = path.split('/');
      const [beginning = ''] = path.split(/[:*]/, 1);
      if (rest.length > 0) folders.add(first);
      else if (beginning === path) paths.add(path);
      else beginnings.add(beginning);
    },

    has(url: string): boolean {
      const [path = ''] = url.split('?', 1);
      const [, first = ''] = path.split('/', 2);
      if (paths.has(path) || folders.has(first)) return true;
      for (const beginning of beginnings) if (path.startsWith(beginning)) return true;
      return false;
    },
  };
}
