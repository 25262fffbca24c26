import { type PointerEvent, useRef, useState } from 'react';
import { areaOf, type Cell, isSame, type Selection } from './selection.ts';

type Pointer = {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Whether the pointer is in the cell that is being edited. */
  isEditing: (cell: Cell) => boolean;
  onFill: (toRow: number) => void;
};

/** The cell at a pointer. */
function cellAt(event: PointerEvent): Cell | undefined {
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-row]');
  return target ? { row: Number(target.dataset.row), column: Number(target.dataset.column) } : undefined;
}

/** Selects with the pointer, and fills down by the handle of the selection. `fillTo`: the last row to fill. */
export function useGridPointer({ selection, onSelect, isEditing, onFill }: Pointer) {
  const drag = useRef<'select' | 'fill' | null>(null);
  const [fillTo, setFillTo] = useState<number | null>(null);
  const area = areaOf(selection);
  return {
    fillTo,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        const cell = cellAt(event);
        if (!cell || event.button !== 0 || isEditing(cell)) return;
        const isHandle = event.target instanceof HTMLElement && event.target.dataset.handle !== undefined;
        drag.current = isHandle ? 'fill' : 'select';
        if (isHandle) setFillTo(area.bottom);
        else onSelect({ anchor: event.shiftKey ? selection.anchor : cell, active: cell });
      },
      onPointerMove(event: PointerEvent): void {
        // A finger scrolls.
        const isDragged = event.buttons === 1 && event.pointerType === 'mouse';
        const cell = drag.current && isDragged ? cellAt(event) : undefined;
        if (!cell) return;
        if (drag.current === 'fill') setFillTo(Math.max(area.bottom, cell.row));
        else if (!isSame(cell, selection.active)) onSelect({ anchor: selection.anchor, active: cell });
      },
      onPointerUp(): void {
        if (drag.current === 'fill' && fillTo !== null && fillTo > area.bottom) onFill(fillTo);
        drag.current = null;
        setFillTo(null);
      },
    },
  };
}
