import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CloseButton, Dialog } from '../../ui/dialog.tsx';
import { counted } from '../parts/text.ts';
import { type Group, type Option, useResults } from './results.ts';

/** The search over orders, products, customers, settings and actions, which Ctrl K or ⌘ K opens. */
export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      bare
      title="Search the back office"
      className="mt-[8dvh] mb-auto w-[min(100%-1.5rem,40rem)] overflow-hidden"
    >
      {/* What was typed is gone when it is opened again. */}
      {open && <Palette onClose={onClose} />}
    </Dialog>
  );
}

/** A text box with a list of results: the focus stays in the box, and the arrow keys choose (combobox pattern of ARIA). */
function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const groups = useResults(text);
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = options.find((option) => option.id === chosen) ?? options[0];
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function choose({ to, run }: Option) {
    onClose();
    if (to) void navigate(to);
    else void run?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      const index = active ? options.indexOf(active) : -1;
      const next = options.at((index + step) % options.length);
      setChosen(next?.id ?? null);
      if (next) document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <>
      <div className="flex items-center gap-2 border-b border-line pr-1.5 pl-4">
        <Search className="size-5 shrink-0 text-ink-soft" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search orders, products, customers, settings and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.id}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder="Order, product, customer, setting or action"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base! outline-none"
        />
        <CloseButton onClick={onClose} />
      </div>
      <p role="status" className="sr-only">
        {statusOf(groups)}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(60dvh,30rem)] overflow-y-auto overscroll-contain py-2"
      >
        {groups.map((group) => (
          <Results
            key={group.label}
            group={group}
            id={id}
            active={active}
            onMove={setChosen}
            onChoose={choose}
          />
        ))}
        {groups.length === 0 && (
          <p className="px-4 py-6 text-center text-ink-soft wrap-anywhere">
            Nothing matches “{text.trim()}”. Try a number, a name or another word.
          </p>
        )}
      </div>
    </>
  );
}

function statusOf(groups: Group[]): string {
  if (groups.some(({ isLoading }) => isLoading)) return 'Searching…';
  return counted(groups.flatMap(({ options }) => options).length, 'result');
}

function Results(props: {
  group: Group;
  id: string;
  active: Option | undefined;
  onMove: (id: string) => void;
  onChoose: (option: Option) => void;
}) {
  const { group, id, active, onMove, onChoose } = props;
  const headingId = `${id}-${group.label}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
    <div role="group" aria-labelledby={headingId}>
      <p id={headingId} className="px-4 pt-2 pb-1 text-xs font-semibold text-ink-soft">
        {group.label}
      </p>
      {group.options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option === active}
          // The focus is in the text box.
          tabIndex={-1}
          onPointerMove={() => option !== active && onMove(option.id)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className="mx-2 flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-md px-2 py-1.5 aria-selected:bg-press-tint aria-selected:text-press lg:min-h-9"
        >
          <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{option.label}</span>
          {option.detail && (
            <span className="min-w-0 text-xs text-ink-soft wrap-anywhere">{option.detail}</span>
          )}
        </div>
      ))}
      {group.isLoading && <div className="skeleton mx-4 my-1.5 h-8" />}
      {group.failed && (
        <p className="px-4 py-1.5 text-madder">These could not be searched. Please try again.</p>
      )}
    </div>
  );
}
