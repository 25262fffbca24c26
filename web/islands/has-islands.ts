/** Whether the page of these routes is one of islands: one of them exports `handle = { hasIslands: true }`. */
export function hasIslands(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(
    ({ handle }) =>
      typeof handle === 'object' && handle !== null && 'hasIslands' in handle && handle.hasIslands,
  );
}
