import { counted } from '../../parts/text.ts';
import { type Column, hasCell, type Row } from './column-kinds.ts';
import type { Area } from './selection.ts';
import type { CellText, Sheet } from './sheet.ts';

type Cells = { rows: Row[]; columns: Column[] };

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function cellsIn(
  { rows, columns }: Cells,
  area: Area,
  textAt: (row: number, column: number) => string | undefined,
) {
  const cells: CellText[] = [];
  for (const r of range(area.top, area.bottom))
    for (const c of range(area.left, area.right)) {
      const [row, column, text] = [rows[r], columns[c], textAt(r, c)];
      if (row && column && text !== undefined) cells.push({ row, column, text });
    }
  return cells;
}

/** The texts of the cells in an area. Those that a row does not have are empty. */
export const textsIn = (sheet: Sheet, { rows, columns }: Cells, area: Area): string[][] =>
  rows
    .slice(area.top, area.bottom + 1)
    .map((row) =>
      columns
        .slice(area.left, area.right + 1)
        .map((column) => (hasCell(row, column) ? sheet.textOf(row, column) : '')),
    );

/** The cells of an area emptied, those that exist. A flag becomes “No”. */
export const emptied = (cells: Cells, area: Area): CellText[] =>
  cellsIn(cells, area, () => '').filter(({ row, column }) => hasCell(row, column));

/**
 * A block in the cells from the start of an area on, repeated if the area is a multiple of it. `left` says
 * which rows and columns are beyond the sheet.
 */
export function pasted(
  cells: Cells,
  area: Area,
  block: string[][],
): { cells: CellText[]; area: Area; left: string } {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  const [tall, wide] = [area.bottom - area.top + 1, area.right - area.left + 1];
  const repeats = tall % height === 0 && wide % width === 0;
  const bottom = area.top + (repeats ? tall : height) - 1;
  const right = area.left + (repeats ? wide : width) - 1;
  const target = {
    ...area,
    bottom: Math.min(bottom, cells.rows.length - 1),
    right: Math.min(right, cells.columns.length - 1),
  };
  return {
    cells: cellsIn(cells, target, (r, c) => block[(r - area.top) % height]?.[(c - area.left) % width]),
    area: target,
    left: [
      bottom > target.bottom && counted(bottom - target.bottom, 'row'),
      right > target.right && counted(right - target.right, 'column'),
    ]
      .filter(Boolean)
      .join(' and '),
  };
}

/** The rows `from` to `to` below an area filled with its texts, column by column, from the top again and again. */
export function filledDown(sheet: Sheet, cells: Cells, area: Area, to: number): CellText[] {
  const sources = range(area.left, area.right).map((c) =>
    cells.rows.slice(area.top, area.bottom + 1).flatMap((row) => {
      const column = cells.columns[c];
      return column && hasCell(row, column) ? [sheet.textOf(row, column)] : [];
    }),
  );
  const next = sources.map(() => 0);
  return cellsIn(cells, { ...area, top: area.bottom + 1, bottom: to }, (r, c) => {
    const [row, column] = [cells.rows[r], cells.columns[c]];
    const index = c - area.left;
    const texts = sources[index] ?? [];
    if (!row || !column || !hasCell(row, column) || texts.length === 0) return undefined;
    const position = next[index] ?? 0;
    next[index] = position + 1;
    return texts[position % texts.length];
  });
}
