import { type KeyboardEvent, useId, useRef } from 'react';
import { type Column, hasCell, type Row } from './column-kinds.ts';
import type { Cell } from './selection.ts';
import type { Sheet } from './sheet.ts';

/** The editor of a cell. `key` is that of the arrow that leads to the next cell, or empty. */
export type Editor = {
  text: string | undefined;
  commit: (text: string, key: string) => void;
  cancel: () => void;
};
type Props = {
  sheet: Sheet;
  row: Row;
  column: Column;
  cell: Cell;
  isActive: boolean;
  isSelected: boolean;
  hasHandle: boolean;
  className: string;
  editor: Editor | null;
};

/** One cell. What is wrong with it is said below the grid, and to screen readers in the cell. */
export function GridCell(props: Props) {
  const { sheet, row, column, cell, isActive, isSelected, hasHandle, className, editor } = props;
  const exists = hasCell(row, column);
  const problem = sheet.problemOf(row, column);
  const isConflict = sheet.hasConflict(row, column);
  const isWrong = problem !== undefined || isConflict;
  const ground = isWrong
    ? 'bg-madder-tint'
    : isSelected
      ? 'bg-press-tint'
      : exists
        ? sheet.isDraft(row, column)
          ? 'bg-turmeric-tint'
          : 'bg-card'
        : 'bg-paper-deep';
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is one that can be active
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      aria-colindex={cell.column + 1}
      aria-selected={isSelected}
      aria-readonly={!exists || undefined}
      aria-invalid={isWrong || undefined}
      data-row={cell.row}
      data-column={cell.column}
      title={problem}
      style={{ width: column.width }}
      className={`relative flex shrink-0 items-center border-r border-b border-line px-2 outline-none ${ground} ${className} ${column.isNumber ? 'figures justify-end' : ''} ${isActive ? 'ring-2 ring-press ring-inset' : ''} ${isWrong ? 'text-madder' : ''}`}
    >
      {editor ? (
        <CellEditor
          start={editor.text ?? sheet.textOf(row, column)}
          isTyped={editor.text !== undefined}
          column={column}
          {...editor}
        />
      ) : (
        <span className={`truncate ${row.isMain ? '' : column.id === 'name' ? 'pl-4' : ''}`}>
          <Shown sheet={sheet} row={row} column={column} />
        </span>
      )}
      {isWrong && <span className="sr-only">. {isConflict ? 'Another admin changed this' : problem}</span>}
      {hasHandle && (
        <span
          data-handle=""
          aria-hidden="true"
          className="absolute right-0 bottom-0 z-10 size-2 cursor-crosshair bg-press"
        />
      )}
    </td>
  );
}

function Shown({ sheet, row, column }: Pick<Props, 'sheet' | 'row' | 'column'>) {
  if (!hasCell(row, column)) {
    const values = column.id === 'name' && row.variant?.values.join(' / ');
    return values ? <span className="text-ink-soft">{values}</span> : null;
  }
  const text = sheet.textOf(row, column);
  if (column.isFlag && text === 'Yes')
    return (
      <>
        <span aria-hidden="true">✓</span>
        <span className="sr-only">Yes</span>
      </>
    );
  if (column.isFlag && text === 'No') return <span className="sr-only">No</span>;
  const number = column.isAmount && text !== '' ? Number(text) : Number.NaN;
  return Number.isNaN(number)
    ? text
    : number.toLocaleString('en-IN', { minimumFractionDigits: Number.isInteger(number) ? 0 : 2 });
}

function CellEditor(props: Editor & { start: string; isTyped: boolean; column: Column }) {
  const { start, isTyped, column, commit, cancel } = props;
  const list = useId();
  const isOver = useRef(false);
  const end = (text: string, key: string) => {
    if (isOver.current) return;
    isOver.current = true;
    commit(text, key);
  };
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const isBack = event.shiftKey;
    if (event.key === 'Escape') {
      isOver.current = true;
      cancel();
      event.currentTarget.closest<HTMLElement>('[role="gridcell"]')?.focus();
    } else if (event.key === 'Enter') end(value, isBack ? 'ArrowUp' : 'ArrowDown');
    else if (event.key === 'Tab') end(value, isBack ? 'ArrowLeft' : 'ArrowRight');
    // Typing replaced the content, so the arrows lead to the next cell, as in other spreadsheets.
    else if (isTyped && !column.choices && event.key === 'ArrowDown') end(value, 'ArrowDown');
    else if (isTyped && !column.choices && event.key === 'ArrowUp') end(value, 'ArrowUp');
    else return;
    event.preventDefault();
  }
  return (
    <>
      <input
        data-editor=""
        // biome-ignore lint/a11y/noAutofocus: the admin has just begun to edit this cell
        autoFocus
        aria-label={column.label}
        defaultValue={start}
        list={column.choices && list}
        inputMode={column.isNumber ? 'decimal' : undefined}
        autoComplete="off"
        onFocus={({ currentTarget }) => {
          if (isTyped) currentTarget.setSelectionRange(start.length, start.length);
          else currentTarget.select();
        }}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => end(currentTarget.value, '')}
        className={`absolute inset-0 min-h-0! w-full bg-card px-2 text-[13px]! text-ink outline-2 -outline-offset-2 outline-press ${column.isNumber ? 'text-right' : ''}`}
      />
      {column.choices && (
        <datalist id={list}>
          {column.choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}
