import { type KeyboardEvent, useRef } from 'react';
import { areaOf, type Cell, cellAfter, type Selection } from './selection.ts';

type Keys = {
  size: { rows: number; columns: number; page: number };
  selection: Selection;
  onSelect: (selection: Selection) => void;
  isOff: boolean;
  /** Begins to edit the active cell; `text` replaces its content. */
  begin: (text?: string) => void;
  clear: () => void;
  fillDown: () => void;
  undo: () => void;
  redo: () => void;
};

/** The keys of a spreadsheet. After Escape, Tab leaves it. */
export function useGridKeys(keys: Keys): (event: KeyboardEvent) => void {
  const leaves = useRef(false);
  const { size, selection, onSelect, isOff, begin } = keys;
  const { active, anchor } = selection;
  const select = (cell: Cell, extend = false) => onSelect({ anchor: extend ? anchor : cell, active: cell });

  function onTab(event: KeyboardEvent): void {
    const { rows, columns } = size;
    const column = active.column + (event.shiftKey ? -1 : 1);
    const row = active.row + (column < 0 ? -1 : column === columns ? 1 : 0);
    if (leaves.current || row < 0 || row === rows) return;
    event.preventDefault();
    select({ row, column: (column + columns) % columns });
  }

  return (event) => {
    if (isOff || event.altKey || event.nativeEvent.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const run = isCommand ? commandOf(event, keys) : undefined;
    if (event.key === 'Tab') return onTab(event);
    leaves.current = event.key === 'Escape';
    const next = cellAfter(event.key, active, { ...size, toEdge: isCommand });
    if (run) run();
    else if (next) select(next, event.shiftKey);
    else if (event.key === 'Enter' || event.key === 'F2') begin();
    else if (event.key === 'Delete' || event.key === 'Backspace') keys.clear();
    else if (event.key === 'Escape') select(active);
    else if (event.key.length === 1 && !isCommand) begin(event.key);
    else return;
    event.preventDefault();
  };
}

function commandOf({ key, shiftKey }: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const { rows, columns } = keys.size;
  switch (key.toLowerCase()) {
    case 'd':
      return keys.fillDown;
    case 'z':
      return shiftKey ? keys.redo : keys.undo;
    case 'y':
      return keys.redo;
    case 'a':
      return () =>
        keys.onSelect({
          anchor: { row: 0, column: 0 },
          active: { row: rows - 1, column: columns - 1 },
        });
    default:
      return undefined;
  }
}

/** The area that Ctrl D fills, and the rows above that it is filled from: the first selected row, or the one above. */
export function fillDownFrom(selection: Selection) {
  const area = areaOf(selection);
  const source = area.top === area.bottom ? area.top - 1 : area.top;
  return { from: { ...area, top: source, bottom: source }, to: area.bottom };
}
