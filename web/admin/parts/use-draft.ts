import { useEffect, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

type Errors = Record<string, string>;

/** A form's state: what is written, what is wrong, and whether leaving would lose anything. */
export function useDraft<Draft extends object>(first: Draft) {
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const [start, setStart] = useState(() => JSON.stringify(first));
  const dirty = JSON.stringify(draft) !== start;
  // A jump within the page leaves nothing.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && !saved.current && from.pathname + from.search !== to.pathname + to.search,
  );
  useBeforeUnload((event) => {
    if (dirty && !saved.current) event.preventDefault();
  });
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.focus({ preventScroll: true });
    // In the middle, since bars stand over the edges of the window.
    first?.scrollIntoView({ block: 'center' });
  }, [refusals]);

  return {
    draft,
    errors,
    form,
    blocker,
    dirty,
    /** Shows what is wrong and goes to the first of it. */
    refuse(wrong: Errors) {
      setErrors(wrong);
      setRefusals((now) => now + 1);
    },
    /** Leaving loses nothing any more. */
    markSaved() {
      saved.current = true;
    },
    /** These words are saved; what was written since stays. */
    keep(written: Draft) {
      setStart(JSON.stringify(written));
    },
    /** Goes on from what has been saved; what was written since it was `sent` stays. */
    begin(next: Draft, sent: Draft = draft) {
      setDraft((now) => (JSON.stringify(now) === JSON.stringify(sent) ? next : now));
      setStart(JSON.stringify(next));
      setErrors({});
    },
    /** Changes what is written; errors of the fields that were edited go (spec §5). */
    change(change: (now: Draft) => Partial<Draft>, fields: string[]) {
      setDraft((now) => ({ ...now, ...change(now) }));
      setErrors((now) => without(now, fields));
    },
  };
}

function without(errors: Errors, fields: string[]): Errors {
  const left = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
