import {
  maxTableChanges,
  type RowChange,
  type RowResult,
  type TableProduct,
} from '../../../../shared/contract/catalogue/product-table.ts';
import { createStore } from '../../../ui/store.ts';
import { type Column, hasCell, type Row } from './column-kinds.ts';
import { changeOf } from './row-change.ts';

/** A cell that differs from what is stored, and what is wrong with it. */
type Draft = { text: string; problem?: string | undefined };
type CellChange = { key: string; column: string; before: string; after: string };
export type CellText = { row: Row; column: Column; text: string };
/** Saves products; rejects if nothing was saved. */
type Send = (products: RowChange[]) => Promise<RowResult[]>;

const aboveList = 'The selling price can’t be above the price';

const rowsOf = (product: TableProduct): Row[] => {
  const { _id, variants } = product;
  const [only] = variants;
  if (variants.length === 1 && only && only.values.length === 0)
    return [{ key: _id, product, variant: only, isMain: true }];
  return [
    { key: _id, product, variant: null, isMain: true },
    ...variants.map((variant) => ({ key: variant._id, product, variant, isMain: false })),
  ];
};

/**
 * The cells of the spreadsheet: what is stored, and what was entered and is not stored yet. A row is saved as soon as
 * all of its cells are right; `send` saves at most 50 products at once.
 */
export class Sheet {
  /** Counts the changes, so that a component can follow them. */
  readonly version = createStore(0);
  /** Whether cells are being saved, how many products are, and whether that failed. */
  readonly progress = { busy: false, saved: 0, failed: false };
  readonly columns: Column[];
  readonly #send: Send;
  readonly #columnById: Map<string, Column>;
  #rows: Row[] = [];
  #rowByKey = new Map<string, Row>();
  readonly #drafts = new Map<string, Map<string, Draft>>();
  /** What the server refused, by row and column. */
  readonly #refused = new Map<string, Map<string, string>>();
  /** The cells of each row that another admin changed after they were read. */
  readonly #conflicts = new Map<string, Set<string>>();
  /** The texts that are being saved. */
  #inFlight = new Map<string, Map<string, string>>();
  readonly #done: CellChange[][] = [];
  #undone: CellChange[][] = [];

  constructor(columns: Column[], send: Send) {
    this.columns = columns;
    this.#send = send;
    this.#columnById = new Map(columns.map((column) => [column.id, column]));
  }

  rows = () => this.#rows;
  textOf = (row: Row, column: Column): string =>
    this.#drafts.get(row.key)?.get(column.id)?.text ?? column.read(row);
  isDraft = (row: Row, column: Column): boolean => this.#drafts.get(row.key)?.has(column.id) ?? false;
  problemOf = (row: Row, column: Column): string | undefined =>
    this.#drafts.get(row.key)?.get(column.id)?.problem ?? this.#refused.get(row.key)?.get(column.id);
  hasConflict = (row: Row, column: Column): boolean => this.#conflicts.get(row.key)?.has(column.id) ?? false;
  canUndo = () => this.#done.length > 0;
  canRedo = () => this.#undone.length > 0;

  /** Shows these products. Those with cells that are not saved stay, at the top. */
  show(products: TableProduct[]): void {
    const shown = new Set(products.map(({ _id }) => _id));
    const left = new Set([...this.#drafts.keys()].flatMap((key) => this.#rowByKey.get(key)?.product ?? []));
    this.#rows = [];
    this.#rowByKey.clear();
    this.append([...[...left].filter(({ _id }) => !shown.has(_id)), ...products]);
  }

  append(products: TableProduct[]): void {
    const added = products.filter(({ _id }) => !this.#rowByKey.has(_id)).flatMap(rowsOf);
    this.#rows = [...this.#rows, ...added];
    for (const row of added) this.#rowByKey.set(row.key, row);
    this.#changed();
  }

  /** Writes cells as one step that can be undone. Returns how many values have no cell. */
  edit(cells: CellText[]): number {
    const step: CellChange[] = [];
    let skipped = 0;
    for (const { row, column, text } of cells) {
      if (!hasCell(row, column)) {
        if (text.trim()) skipped += 1;
        continue;
      }
      const before = this.textOf(row, column);
      this.#write(row, column, text);
      const after = this.textOf(row, column);
      if (after !== before) step.push({ key: row.key, column: column.id, before, after });
    }
    if (step.length > 0) {
      this.#done.push(step);
      this.#undone = [];
    }
    this.#changed();
    void this.save();
    return skipped;
  }

  undo = (): void => {
    const step = this.#done.pop();
    if (!step) return;
    this.#undone.push(step);
    this.#replay(step, 'after', 'before');
  };

  redo = (): void => {
    const step = this.#undone.pop();
    if (!step) return;
    this.#done.push(step);
    this.#replay(step, 'before', 'after');
  };

  /** Ends a conflict: with what was entered here, or with what another admin has saved. */
  resolve(row: Row, column: Column, winner: 'entered' | 'stored'): void {
    if (winner === 'stored') this.#write(row, column, column.read(row));
    else this.#conflicts.get(row.key)?.delete(column.id);
    this.#changed();
    void this.save();
  }

  /** The cells that can't be saved as they are, the first of them, and how many products wait to be saved. */
  state() {
    const problems: { key: string; column: string }[] = [];
    const waiting = new Set<string>();
    let conflicting = 0;
    for (const [key, cells] of this.#drafts) {
      const row = this.#rowByKey.get(key);
      if (row && this.#isReady(key, cells)) waiting.add(row.product._id);
      for (const [column, { problem }] of cells) if (problem !== undefined) problems.push({ key, column });
    }
    for (const [key, cells] of this.#refused)
      for (const column of cells.keys())
        if (!this.#drafts.get(key)?.get(column)?.problem) problems.push({ key, column });
    const wrong = problems.length;
    for (const [key, cells] of this.#conflicts)
      for (const column of cells) {
        conflicting += 1;
        problems.push({ key, column });
      }
    return { wrong, conflicting, first: problems[0], waiting: waiting.size, unsaved: this.#drafts.size };
  }

  /** Saves what can be saved, until nothing is left. */
  async save(): Promise<void> {
    if (this.progress.busy) return;
    Object.assign(this.progress, { busy: true, saved: 0, failed: false });
    // What is entered in the same moment is saved together.
    await Promise.resolve();
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      this.#inFlight = new Map(batch.flat().map(({ key }) => [key, this.#draftTexts(key)]));
      this.#changed();
      try {
        const changes = batch.map((rows) => changeOf(rows, this.#columnById, this.textOf));
        for (const result of await this.#send(changes)) this.#receive(result);
      } catch {
        this.progress.failed = true;
        break;
      } finally {
        this.#inFlight = new Map();
      }
      this.progress.saved += batch.length;
    }
    this.progress.busy = false;
    this.#changed();
  }

  #changed(): void {
    this.version.set(this.version.get() + 1);
  }

  #draftTexts = (key: string) =>
    new Map([...(this.#drafts.get(key) ?? [])].map(([column, { text }]) => [column, text]));

  #write(row: Row, column: Column, text: string): void {
    const parsed = column.parse(text, row);
    const canonical = 'text' in parsed ? parsed.text : text;
    const cells = this.#drafts.get(row.key) ?? new Map<string, Draft>();
    cells.delete(column.id);
    if (canonical !== column.read(row))
      cells.set(column.id, { text: canonical, problem: 'problem' in parsed ? parsed.problem : undefined });
    if (cells.size > 0) this.#drafts.set(row.key, cells);
    else this.#drafts.delete(row.key);
    this.#conflicts.get(row.key)?.delete(column.id);
    for (const { key } of rowsOf(row.product)) this.#refused.delete(key);
    this.#checkPrices(row);
  }

  /** The selling price can't be above the list price: one of them that was entered is wrong. */
  #checkPrices(row: Row): void {
    const [price, selling] = [this.#columnById.get('price'), this.#columnById.get('finalPrice')];
    const cells = this.#drafts.get(row.key);
    if (!price || !selling || !row.variant || !cells) return;
    for (const draft of cells.values()) if (draft.problem === aboveList) draft.problem = undefined;
    const [list, sold] = [this.textOf(row, price), this.textOf(row, selling)];
    const draft =
      sold !== '' && Number(sold) > Number(list) && (cells.get('finalPrice') ?? cells.get('price'));
    if (draft && !draft.problem) draft.problem = aboveList;
  }

  /** Writes the texts of a step again. Stock changes by the difference, so that a sale in between stays. */
  #replay(step: CellChange[], from: 'before' | 'after', to: 'before' | 'after'): void {
    for (const change of step) {
      const [row, column] = [this.#rowByKey.get(change.key), this.#columnById.get(change.column)];
      if (!row || !column) continue;
      const stock = Number(this.textOf(row, column)) + Number(change[to]) - Number(change[from]);
      const isStock = column.id === 'countInStock' && Number.isInteger(stock);
      this.#write(row, column, isStock ? String(stock) : change[to]);
    }
    this.#changed();
    void this.save();
  }

  #isReady = (key: string, cells: Map<string, Draft>) =>
    !this.#refused.has(key) &&
    !this.#conflicts.get(key)?.size &&
    [...cells.values()].every(({ problem }) => problem === undefined);

  /** The rows to save next that are right, by product. */
  #nextBatch(): Row[][] {
    const batch = new Map<string, Row[]>();
    for (const [key, cells] of this.#drafts) {
      const row = this.#rowByKey.get(key);
      if (!row || !this.#isReady(key, cells)) continue;
      const { _id } = row.product;
      if (batch.has(_id) || batch.size < maxTableChanges) batch.set(_id, [...(batch.get(_id) ?? []), row]);
    }
    return [...batch.values()];
  }

  #receive({ _id, isSaved, product, errors }: RowResult): void {
    const first = this.#rowByKey.get(_id);
    if (!first) return;
    const old = rowsOf(first.product);
    const next = product ? rowsOf(product) : [];
    this.#rows = this.#rows.toSpliced(this.#rows.indexOf(first), old.length, ...next);
    for (const { key } of old) this.#rowByKey.delete(key);
    for (const row of next) this.#rowByKey.set(row.key, row);
    for (const { key } of old) if (!this.#rowByKey.has(key)) this.#forget(key);
    for (const row of next) {
      const before = old.find(({ key }) => key === row.key);
      if (before) this.#rebase(before, row, isSaved);
    }
    if (isSaved) return;
    const sent = next.filter(({ key }) => this.#inFlight.has(key));
    for (const { variant, field, message } of errors) {
      const row = next.find((item) => (variant ? item.variant?._id === variant : item.isMain));
      const column = this.#columnById.get(field);
      if (row && column && hasCell(row, column)) this.#refuse(row, column.id, message);
      else for (const item of sent) this.#refuse(item, undefined, message);
    }
    const isShown = next.some(({ key }) => this.#refused.has(key) || this.#conflicts.get(key)?.size);
    // Nothing on the screen would explain why it is not saved, and it would be sent again and again.
    if (!isShown && JSON.stringify(first.product) === JSON.stringify(product))
      for (const item of sent) this.#refuse(item, undefined, 'This could not be saved');
  }

  #forget(key: string): void {
    this.#drafts.delete(key);
    this.#refused.delete(key);
    this.#conflicts.delete(key);
  }

  /** Marks a cell of a row, unless given the first one that was sent. */
  #refuse({ key }: Row, column: string | undefined, message: string): void {
    const [first] = this.#inFlight.get(key)?.keys() ?? [];
    const name = column ?? first;
    if (name !== undefined) this.#refused.set(key, (this.#refused.get(key) ?? new Map()).set(name, message));
    // The other rows that were sent with it wait until it is corrected.
    for (const [sent, cells] of this.#inFlight) {
      const [cell] = cells.keys();
      const isSibling = this.#rowByKey.get(sent)?.product._id === this.#rowByKey.get(key)?.product._id;
      if (isSibling && cell !== undefined && !this.#refused.has(sent))
        this.#refused.set(sent, new Map([[cell, message]]));
    }
  }

  /** Compares what was entered in a row with what is stored now. */
  #rebase(before: Row, row: Row, isSaved: boolean): void {
    for (const [id, { text, problem }] of [...(this.#drafts.get(row.key) ?? [])]) {
      const column = this.#columnById.get(id);
      if (!column) continue;
      const [was, is] = [column.read(before), column.read(row)];
      const sent = isSaved ? this.#inFlight.get(row.key)?.get(id) : undefined;
      if (id === 'countInStock' && !problem)
        this.#write(row, column, String(Number(text) + Number(is) - Number(sent ?? was)));
      else if (text === sent || text === is) this.#write(row, column, is);
      else if (sent === undefined && was !== is)
        this.#conflicts.set(row.key, (this.#conflicts.get(row.key) ?? new Set()).add(id));
    }
  }
}
