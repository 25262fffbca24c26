import type { IslandName } from './registry.ts';

export function startIslands(name: IslandName) {
  for (const island of document.querySelectorAll(`haat-island[data-name="${name}"]`))
    island.setAttribute('wanted', '');
}
