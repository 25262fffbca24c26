import { Eye } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Policy, PolicyReply, PolicyTemplate } from '../../../shared/contract/policies.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LeaveDialog } from '../parts/leave-dialog.tsx';
import { RichEditor } from '../parts/rich-editor/rich-editor.tsx';
import { RowList } from '../parts/row-list.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useDraft } from '../parts/use-draft.ts';
import { ConflictDialog, type SavedVersion } from './conflict-dialog.tsx';
import { checkDraft, type Draft, draftOf, isBlank, isBlankSection, newSection } from './draft.ts';
import type { Kind } from './kinds.ts';
import { Preview } from './preview.tsx';

type Props = {
  kind: Kind;
  /** Absent where there is none yet: the template is what it begins with. */
  policy: Policy | undefined;
  template: PolicyTemplate;
  onSaved: () => void;
};

/** Writes one policy (spec §2 Policy dashboard and editor). */
export function PolicyEditor({ kind: { type, heading }, policy, template, onSaved }: Props) {
  const { draft, errors, form, blocker, dirty, refuse, begin, keep, change } = useDraft<Draft>(
    draftOf(policy ?? template),
  );
  /** What the last writer left: its version goes back with the next saving. */
  const [seen, setSeen] = useState(policy);
  const [saved, setSaved] = useState<SavedVersion | null>(null);
  /** What was typed before another version was loaded over it. */
  const [aside, setAside] = useState<Draft | null>(null);
  /** The editors read their text once: each round makes them anew. */
  const [round, setRound] = useState(1);
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [previewing, setPreviewing] = useState(false);

  function replaceAll(next: Draft) {
    change(() => next, ['title', 'content', 'sections']);
    setRound((now) => now + 1);
  }

  async function save(version: number) {
    const wrong = checkDraft(draft);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setSaving(true);
    setSaved(null);
    const sections = draft.sections.map((section, order) => ({
      ...{ heading: section.heading, content: section.content, order },
    }));
    try {
      const { title, content } = draft;
      const { data } = await api.post<PolicyReply>('/policies', { type, title, content, sections, version });
      keep(draft);
      setSeen(data);
      setAside(null);
      toast('Policy saved successfully!', 'success');
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'policy_changed') {
        setSaved({ policy: (error.body as { data: Policy | null }).data });
      } else {
        if (error instanceof ApiError) refuse(error.errors);
        showFailure(error, 'Failed to save policy');
      }
    }
    setSaving(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saving) void save(seen?.version ?? 0);
  }

  function loadSaved(other: Policy) {
    setAside(draft);
    setSeen(other);
    setSaved(null);
    begin(draftOf(other));
    setRound((now) => now + 1);
    onSaved();
  }

  const lastUpdated = seen?.lastUpdated ?? new Date().toISOString();
  const preview = <Preview type={type} draft={draft} lastUpdated={lastUpdated} />;
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="items-start gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]"
    >
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div>
            <h2 className="text-xl">{heading}</h2>
            <p className="mt-1 text-ink-soft">This policy is displayed publicly on your store.</p>
          </div>
          <Button
            variant="secondary"
            onClick={() => (isBlank(draft) ? replaceAll(draftOf(template)) : setAsking(true))}
          >
            Default Template
          </Button>
        </div>
        {aside && (
          <p
            role="status"
            className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-press-tint px-4 py-2"
          >
            The other version is loaded. What you had written is kept until you leave.
            <button
              type="button"
              onClick={() => {
                replaceAll(aside);
                setAside(null);
              }}
              className="min-h-11 font-semibold text-press underline underline-offset-4"
            >
              Restore mine
            </button>
          </p>
        )}
        <div className="grid gap-5">
          <Field
            label="Title"
            name="title"
            required
            maxLength={200}
            value={draft.title}
            error={errors.title}
            onChange={(event) => change(() => ({ title: event.target.value }), ['title'])}
          />
          <RichEditor
            key={`content ${round}`}
            label="Main content"
            value={draft.content}
            error={errors.content}
            onChange={(content) => change(() => ({ content }), ['content'])}
          />
          <section aria-label="Sections">
            <h3 className="mb-3 text-lg">Sections</h3>
            <RowList
              rows={draft.sections}
              noun="section"
              most={50}
              error={errors.sections}
              empty={newSection}
              asksFor={(row) => !isBlankSection(row)}
              onChange={(rows) => change((now) => ({ sections: rows(now.sections) }), ['sections'])}
            >
              {(row, i, set) => (
                <div className="grid gap-4">
                  <Field
                    label={`Heading of section ${i + 1}`}
                    name={`sections.${i}.heading`}
                    required
                    maxLength={200}
                    value={row.heading}
                    error={errors[`sections.${i}.heading`]}
                    onChange={(event) => set({ heading: event.target.value })}
                  />
                  <RichEditor
                    key={round}
                    label={`Content of section ${i + 1}`}
                    value={row.content}
                    error={errors[`sections.${i}.content`]}
                    onChange={(content) => set({ content })}
                  />
                </div>
              )}
            </RowList>
          </section>
        </div>
        <SaveBar>
          <p role="status" className="mr-auto text-ink-soft">
            {dirty && 'Not saved yet'}
          </p>
          <Button variant="secondary" onClick={() => setPreviewing(true)} className="xl:hidden">
            <Eye className="size-4" aria-hidden="true" />
            Preview
          </Button>
          <Button type="submit" busy={saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </SaveBar>
      </div>
      <section
        aria-label="Live preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-md p-5 ring-1 ring-line max-xl:hidden"
      >
        <p className="mb-4 text-xs font-medium text-ink-soft">Live preview</p>
        {preview}
      </section>
      <Dialog open={previewing} onClose={() => setPreviewing(false)} title="Live preview" variant="right">
        <div className="p-5">{previewing && preview}</div>
      </Dialog>
      <Confirm
        open={asking}
        title="Load the default template?"
        action="Load template"
        onClose={() => setAsking(false)}
        onConfirm={async () => replaceAll(draftOf(template))}
      >
        <p>It takes the place of what is written here. Nothing is saved until you press Save.</p>
      </Confirm>
      <ConflictDialog
        theirs={saved}
        busy={saving}
        onClose={() => setSaved(null)}
        onLoad={loadSaved}
        onOverwrite={(version) => void save(version)}
      />
      <LeaveDialog blocker={blocker} />
    </form>
  );
}
