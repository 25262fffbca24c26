import { useEffect, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import type { Draft, DraftErrors } from './draft.ts';

/** The form's state: what is written, what is wrong, and whether leaving would lose anything. */
export function useDraft(first: Draft) {
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<DraftErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const [start] = useState(() => JSON.stringify(first));
  const dirty = JSON.stringify(draft) !== start;
  const blocker = useBlocker(() => dirty && !saved.current);
  useBeforeUnload((event) => {
    if (dirty && !saved.current) event.preventDefault();
  });
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

  return {
    draft,
    errors,
    form,
    blocker,
    /** Shows what is wrong and goes to the first of it. */
    refuse(wrong: DraftErrors) {
      setErrors(wrong);
      setRefusals((now) => now + 1);
    },
    /** Leaving loses nothing any more. */
    markSaved() {
      saved.current = true;
    },
    /** Changes what is written; errors of the fields that were edited go (spec §5). */
    change(change: (now: Draft) => Partial<Draft>, fields: string[]) {
      setDraft((now) => ({ ...now, ...change(now) }));
      setErrors((now) => without(now, fields));
    },
  };
}

function without(errors: DraftErrors, fields: string[]): DraftErrors {
  const left = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
