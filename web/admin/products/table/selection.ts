/** A cell by the indices of its row and of its column among those that are shown. */
export type Cell = { row: number; column: number };
export type Selection = { anchor: Cell; active: Cell };
export type Area = { top: number; bottom: number; left: number; right: number };

/** The cells from the anchor of a selection to its active cell. */
export const areaOf = ({ anchor, active }: Selection): Area => ({
  top: Math.min(anchor.row, active.row),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
});

export const isSame = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;

/** Where a key leads from a cell; undefined for other keys. With Ctrl or ⌘ it leads to the edge. */
export function cellAfter(
  key: string,
  { row, column }: Cell,
  { rows, columns, page, toEdge }: { rows: number; columns: number; page: number; toEdge: boolean },
): Cell | undefined {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const down = (by: number) => ({ row: Math.min(lastRow, Math.max(0, row + by)), column });
  const across = (by: number) => ({ row, column: Math.min(lastColumn, Math.max(0, column + by)) });
  switch (key) {
    case 'ArrowUp':
      return down(toEdge ? -rows : -1);
    case 'ArrowDown':
      return down(toEdge ? rows : 1);
    case 'ArrowLeft':
      return across(toEdge ? -columns : -1);
    case 'ArrowRight':
      return across(toEdge ? columns : 1);
    case 'PageUp':
      return down(-page);
    case 'PageDown':
      return down(page);
    case 'Home':
      return toEdge ? { row: 0, column: 0 } : across(-columns);
    case 'End':
      return toEdge ? { row: lastRow, column: lastColumn } : across(columns);
    default:
      return undefined;
  }
}
