import { useState } from 'react';

/** What is selected: some products by id, or all that match but those left out. */
export type Selection = { all: boolean; ids: ReadonlySet<string> };

const nothing: Selection = { all: false, ids: new Set() };

/** The selection of a list whose pages come and go. With `all`, `ids` are those left out. */
export function useSelection(total: number) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const { all, ids } = selection;
  const has = (id: string) => ids.has(id) !== all;
  return {
    selection,
    has,
    count: all ? total - ids.size : ids.size,
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setSelection({ all, ids: next });
    },
    /** Selects these, or lets go of them. */
    setMany(many: string[], selected: boolean) {
      const next = new Set(ids);
      for (const id of many) {
        if (selected === all) next.delete(id);
        else next.add(id);
      }
      setSelection({ all, ids: next });
    },
    selectAll: () => setSelection({ all: true, ids: new Set() }),
    clear: () => setSelection(nothing),
  };
}
