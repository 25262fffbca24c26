import { useState } from 'react';

/** Some rows by id, or with `all` every row that matches, except those in `ids`. */
type Selection = { all: boolean; ids: ReadonlySet<string> };

const nothing: Selection = { all: false, ids: new Set() };

/** The selection in a list of `total` rows, across its pages. */
export function useSelection(total: number) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const { all, ids } = selection;
  const has = (id: string) => ids.has(id) !== all;
  function setMany(many: string[], isSelected: boolean) {
    const next = new Set(ids);
    for (const id of many) {
      if (isSelected === all) next.delete(id);
      else next.add(id);
    }
    setSelection({ all, ids: next });
  }
  return {
    selection,
    has,
    count: all ? total - ids.size : ids.size,
    toggle: (id: string) => setMany([id], !has(id)),
    setMany,
    selectAll: () => setSelection({ all: true, ids: new Set() }),
    clear: () => setSelection(nothing),
  };
}
