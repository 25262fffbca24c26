/** The values of each facet in a filter. Letters are compared in lower case. */
export function chosenFacets(filter: string[] = []): { facet: string; values: string[] }[] {
  const chosen = Map.groupBy(new Set(filter), (text) => text.slice(0, text.indexOf(':')));
  return [...chosen].map(([facet, all]) => ({
    facet,
    values: all.map((item) => item.slice(facet.length + 1).toLowerCase()),
  }));
}
