import { CalendarClock, ChevronDown, ChevronUp, Eye, EyeOff, Plus, Settings2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Sortable, SortableItem } from '../../parts/form/sortable-list.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { sectionKinds } from '../kinds.ts';
import { period } from './differences.ts';
import { Drawing } from './drawing.tsx';
import { type EditedSection, nameOf, wordsOf } from './edited-page.ts';
import type { EditorState } from './use-editor.ts';

const stepClass =
  'grid h-6 w-7 place-items-center rounded-sm text-ink-soft enabled:hover:bg-paper-deep disabled:opacity-30';

/** The sections of the page in their order: dragged or moved by a step, hidden, opened and added. */
export function SectionList(props: {
  editor: EditorState;
  errors: Record<string, string>;
  /** The sections that the page shows now; null while it is not known. */
  shown: string[] | null;
  onAdd: () => void;
}) {
  const { editor, errors, shown, onAdd } = props;
  const { sections, deleted } = editor;
  return (
    <div className="grid gap-3 p-3">
      <button
        type="button"
        onClick={() => editor.setOpen({ part: 'page' })}
        className="flex min-h-11 items-center gap-2.5 rounded-md px-2 text-left font-medium hover:bg-paper-deep"
      >
        <Settings2 className="size-4 text-ink-soft" />
        Page settings
        {hasErrors(errors, /^document\.(title|address|description)/) && <ErrorMark />}
      </button>
      <h2 className="px-2 text-sm font-semibold">Sections</h2>
      {sections.length === 0 && (
        <p className="px-2 text-ink-soft">The page is empty. Add a section, such as a hero or products.</p>
      )}
      <Sortable ids={sections.map(({ _id }) => _id)} onMove={editor.move}>
        <ol aria-label="Sections" className="grid gap-1.5 empty:hidden">
          {sections.map((section, i) => (
            <SortableItem
              key={section._id}
              id={section._id}
              name={nameOf(section)}
              handleClass="grid h-12 w-6 shrink-0 place-items-center text-ink-soft hover:text-ink"
              className="flex items-center rounded-md bg-card ring-1 ring-line"
            >
              {(handle) => (
                <>
                  {handle}
                  <Row
                    section={section}
                    shown={shown}
                    hasError={hasErrors(errors, sectionPath(i))}
                    editor={editor}
                  />
                  <span className="grid shrink-0">
                    <button
                      type="button"
                      aria-label={`Move ${nameOf(section)} up`}
                      disabled={i === 0}
                      onClick={() => editor.move(i, i - 1)}
                      className={stepClass}
                    >
                      <ChevronUp className="size-4" />
                    </button>
                    <button
                      type="button"
                      aria-label={`Move ${nameOf(section)} down`}
                      disabled={i === sections.length - 1}
                      onClick={() => editor.move(i, i + 1)}
                      className={stepClass}
                    >
                      <ChevronDown className="size-4" />
                    </button>
                  </span>
                  <IconButton
                    icon={section.isHidden ? EyeOff : Eye}
                    label={`${section.isHidden ? 'Show' : 'Hide'} ${nameOf(section)}`}
                    title={section.isHidden ? 'Show' : 'Hide'}
                    onClick={() => editor.change({ ...section, isHidden: !section.isHidden })}
                  />
                </>
              )}
            </SortableItem>
          ))}
        </ol>
      </Sortable>
      {deleted && (
        <p
          role="status"
          className="flex items-center justify-between gap-2 rounded-md bg-press-tint px-3 py-1 text-sm wrap-anywhere"
        >
          {deleted} was deleted.
          <button
            type="button"
            onClick={editor.undoDelete}
            className="min-h-11 shrink-0 px-2 font-semibold text-press underline underline-offset-4"
          >
            Undo
          </button>
        </p>
      )}
      <Button icon={Plus} variant="secondary" onClick={onAdd}>
        Add section
      </Button>
    </div>
  );
}

const sectionPath = (i: number) => new RegExp(`^document\\.sections\\.${i}(\\.|$)`);
const hasErrors = (errors: Record<string, string>, path: RegExp) =>
  Object.keys(errors).some((name) => path.test(name));

const ErrorMark = () => (
  <span className="ml-auto rounded-full bg-madder-tint px-2 text-xs font-semibold text-madder">Correct</span>
);

function Row(props: {
  section: EditedSection;
  editor: EditorState;
  shown: string[] | null;
  hasError: boolean;
}) {
  const { section, editor, shown, hasError } = props;
  const { kind, isHidden, _id } = section;
  const { name, drawing } = sectionKinds[kind];
  const isEmpty = shown !== null && !isHidden && !shown.includes(_id);
  const isTimed = section.from !== null || section.until !== null;
  const note = isHidden
    ? 'Hidden'
    : isTimed
      ? period(section)
      : isEmpty
        ? 'Nothing to show now'
        : wordsOf(section);
  return (
    <button
      type="button"
      onClick={() => editor.choose(_id)}
      className={`flex min-h-14 min-w-0 flex-1 items-center gap-2.5 py-1 text-left ${isHidden ? 'text-ink-soft' : ''}`}
    >
      <Drawing
        shapes={drawing}
        className={`w-11 shrink-0 rounded-sm ring-1 ring-line ${isHidden ? 'opacity-50' : ''}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="flex items-center gap-1 text-xs text-ink-soft">
          {isTimed && !isHidden && <CalendarClock className="size-3 shrink-0" />}
          <span className="truncate">{note}</span>
        </span>
      </span>
      {hasError && <ErrorMark />}
    </button>
  );
}
