import { memo, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.tsx';
import { counted } from '../../parts/text.ts';
import { type Editor, GridCell } from './cell.tsx';
import { readBlock, writeBlock } from './clipboard.ts';
import { type Column, hasCell, nameOf, type Row } from './column-kinds.ts';
import { emptied, filledDown, pasted, textsIn } from './fill.ts';
import { areaOf, type Cell, cellAfter, isSame, type Selection } from './selection.ts';
import type { CellText, Sheet } from './sheet.ts';
import { useClipboard } from './use-clipboard.ts';
import { fillDownFrom, useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { rowHeight, useWindow } from './use-window.ts';

type Props = {
  sheet: Sheet;
  rows: Row[];
  columns: Column[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

/** The cell that is being edited: `text` replaces its content, undefined begins with it. */
type Editing = (Cell & { text?: string | undefined }) | null;

/**
 * The cells as a grid of ARIA. The focus is on the active cell, which is always rendered; of the others only those that
 * can be seen.
 */
export function Grid({ sheet, rows, columns, selection, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing>(null);
  const { first, last, page } = useWindow(box, rows.length);
  const { active } = selection;
  const area = areaOf(selection);
  const cells = { rows, columns };
  const size = { rows: rows.length, columns: columns.length, page };
  const activeCell = { row: rows[active.row], column: columns[active.column] };

  useLayoutEffect(() => reveal(box.current, active, columns), [active, columns]);
  useFocus(box, editing !== null, active);

  function edit(changes: CellText[]): void {
    const skipped = sheet.edit(changes);
    if (skipped > 0) toast(`${counted(skipped, 'value')} left out, because the rows have no such cell.`);
  }
  function begin(text?: string): void {
    const { row, column } = activeCell;
    if (!row || !column || !hasCell(row, column)) return;
    if (column.isFlag && (text === undefined || text === ' '))
      edit([{ row, column, text: sheet.textOf(row, column) === 'Yes' ? 'No' : 'Yes' }]);
    else setEditing({ ...active, text });
  }
  const commit: Editor['commit'] = (text, key) => {
    const { row, column } = activeCell;
    setEditing(null);
    if (row && column) edit([{ row, column, text }]);
    const next = cellAfter(key, active, { ...size, toEdge: false });
    if (next) onSelect({ anchor: next, active: next });
  };
  function paste(text: string): void {
    const result = pasted(cells, area, readBlock(text));
    edit(result.cells);
    const { top, left, bottom, right } = result.area;
    onSelect({ anchor: { row: bottom, column: right }, active: { row: top, column: left } });
    if (result.left) toast(`${result.left} did not fit and were left out.`, 'error');
  }

  const onKeyDown = useGridKeys({
    size,
    selection,
    onSelect,
    isOff: editing !== null,
    begin,
    clear: () => edit(emptied(cells, area)),
    fillDown() {
      const { from, to } = fillDownFrom(selection);
      if (from.top >= 0) edit(filledDown(sheet, cells, from, to));
    },
    undo: sheet.undo,
    redo: sheet.redo,
  });
  const pointer = useGridPointer({
    selection,
    onSelect,
    isEditing: (cell) => editing !== null && isSame(cell, editing),
    onFill(to) {
      edit(filledDown(sheet, cells, area, to));
      onSelect({ anchor: { row: area.top, column: area.left }, active: { row: to, column: area.right } });
    },
  });
  useClipboard(box, {
    isOff: editing !== null,
    onCopy: () => writeBlock(textsIn(sheet, cells, area)),
    onCut: () => edit(emptied(cells, area)),
    onPaste: paste,
  });

  const editor: Editor | null = editing && { text: editing.text, commit, cancel: () => setEditing(null) };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const shown = range(first, last);
  const bottom = pointer.fillTo ?? area.bottom;
  if (active.row < first || active.row > last) shown.push(active.row);
  return (
    <div
      ref={box}
      className="office-grid relative overflow-auto rounded-md bg-card text-[13px] ring-1 ring-line-strong"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows a table to be a grid
        role="grid"
        aria-label="Products and variants"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        onKeyDown={onKeyDown}
        {...pointer.handlers}
        onDoubleClick={() => begin()}
        className="block select-none"
        style={{ width }}
      >
        <Head columns={columns} />
        <tbody className="relative block" style={{ height: rows.length * rowHeight }}>
          {shown.map((index) => {
            const row = rows[index];
            return (
              row && (
                <GridRow
                  key={row.key}
                  sheet={sheet}
                  version={sheet.version.get()}
                  row={row}
                  columns={columns}
                  index={index}
                  active={index === active.row ? active.column : -1}
                  left={index >= area.top && index <= bottom ? area.left : -1}
                  right={index >= area.top && index <= bottom ? area.right : -1}
                  hasHandle={index === area.bottom}
                  editor={index === active.row ? editor : null}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head({ columns }: { columns: Column[] }) {
  return (
    <thead className="sticky top-0 z-20 block">
      <tr aria-rowindex={1} className="flex" style={{ height: rowHeight }}>
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-colindex={index + 1}
            style={{ width: column.width }}
            className={`flex shrink-0 items-center border-r border-b border-line-strong bg-paper-deep px-2 font-medium text-ink-soft ${index === 0 ? firstColumn : ''} ${column.isNumber ? 'justify-end' : ''}`}
          >
            <span className="truncate">{column.label}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** On a phone the name leaves room for the other columns. */
const firstColumn = 'sticky left-0 z-10 max-sm:w-28!';

type RowProps = Pick<Props, 'sheet' | 'columns'> & {
  row: Row;
  index: number;
  /** Counts the changes of the sheet: another one renders the row again. */
  version: number;
  /** The columns of the active cell, and of the first and last selected one; -1 for none. */
  active: number;
  left: number;
  right: number;
  hasHandle: boolean;
  editor: Editor | null;
};

/** A row. While the selection moves, only those that it touches are rendered again. */
const GridRow = memo(({ sheet, row, columns, index, active, left, right, hasHandle, editor }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    aria-label={nameOf(row)}
    className="absolute left-0 flex"
    style={{ top: index * rowHeight, height: rowHeight }}
  >
    {columns.map((column, c) => (
      <GridCell
        key={column.id}
        sheet={sheet}
        row={row}
        column={column}
        cell={{ row: index, column: c }}
        isActive={c === active}
        className={c === 0 ? firstColumn : ''}
        isSelected={c >= left && c <= right}
        hasHandle={hasHandle && !editor && c === right}
        editor={c === active ? editor : null}
      />
    ))}
  </tr>
));

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** Moves the focus to the active cell, if it is in the grid or was in the field of a cell. */
function useFocus(box: { current: HTMLElement | null }, isEditing: boolean, active: Cell): void {
  const wasEditing = useRef(false);
  const before = useRef(active);
  useLayoutEffect(() => {
    const element = box.current;
    const hasMoved = !isSame(before.current, active);
    const isInside = element?.contains(document.activeElement) || wasEditing.current || hasMoved;
    wasEditing.current = isEditing;
    before.current = active;
    if (!isEditing && isInside)
      element?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Scrolls a cell into view, beside the sticky head and the sticky first column. */
function reveal(box: HTMLElement | null, { row, column }: Cell, columns: Column[]): void {
  if (!box) return;
  const top = row * rowHeight;
  const view = box.clientHeight - rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + view) box.scrollTop = top + rowHeight - view;
  if (column === 0) return;
  const sticky = box.querySelector('th')?.offsetWidth ?? 0;
  const left = columns.slice(1, column).reduce((sum, { width }) => sum + width, sticky);
  const right = left + (columns[column]?.width ?? 0);
  if (left - sticky < box.scrollLeft) box.scrollLeft = left - sticky;
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}
