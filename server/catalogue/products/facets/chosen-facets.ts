/** The values of each facet in a filter. Letters are compared in lower case. */
export function chosenFacets(filter: string[] = []): { facet: string; values: string[] }[] {
  const chosen = Map.groupBy(new Set(filter), (each) => each.slice(0, each.indexOf(':')));
  return [...chosen].map(([facet, all]) => ({
    facet,
    values: all.map((each) => each.slice(facet.length + 1).toLowerCase()),
  }));
}
