import { Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  type Policy,
  type PolicyTemplate,
  type PolicyType,
  policyRequest,
} from '../../../shared/contract/policies.ts';
import { richTextHtml } from '../../../shared/text/rich-text-output.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PolicyText, policyDate } from '../../ui/text/policy-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, isMissing } from '../parts/data.ts';
import { ConflictDialog, RestoreOwn } from '../parts/form/conflict.tsx';
import { LeaveGuard } from '../parts/form/leave-guard.tsx';
import { RichEditor } from '../parts/form/rich-editor/rich-editor.tsx';
import { readStoredText } from '../parts/form/rich-editor/stored-text.ts';
import { RowList } from '../parts/form/row-list.tsx';
import { SaveBar } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import type { Kind } from './kinds.ts';

type Props = {
  kind: Kind;
  /** Absent if there is no policy of this type yet; the form then starts with the template. */
  policy: Policy | undefined;
  template: PolicyTemplate;
};

type Section = PolicyTemplate['sections'][number];
const isEmptySection = ({ heading, content }: Section) => !heading.trim() && !content;
const isEmpty = ({ title, content, sections }: PolicyTemplate) =>
  !title.trim() && !content && sections.every(isEmptySection);

/** The form of one policy (spec §2 Policy dashboard and editor). */
export function PolicyEditor({ kind: { heading }, policy, template }: Props) {
  /** The version that this form is based on; 0 if there is none. */
  const version = useRef(policy?.version ?? 0);
  /** The version that another admin saved in the meantime; `policy` is null if they removed it. */
  const [conflict, setConflict] = useState<{ policy: Policy | null } | null>(null);
  /** The input before another version was loaded over it. */
  const [own, setOwn] = useState<PolicyTemplate | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const form = useForm<PolicyTemplate>({
    start: policy ?? template,
    check: (draft) => errorsIn(policyRequest, bodyOf(draft)),
    send: save,
    failed: 'Failed to save policy',
    toasts: true,
  });
  const { values: draft, errors } = form;

  const bodyOf = (draft: PolicyTemplate) => ({
    ...draft,
    version: version.current,
    sections: draft.sections.map((section, order) => ({ ...section, order })),
  });

  async function save(input: PolicyTemplate) {
    setConflict(null);
    try {
      const { data } = await call('POST /policies', { body: policyRequest.parse(bodyOf(input)) });
      version.current = data.version;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'policy_changed') throw error;
      return setConflict({ policy: await findPolicy(input.type) });
    }
    form.continueWith(input);
    setOwn(null);
    toast('Policy saved successfully!', 'success');
    void invalidate('GET /policies', 'GET /policies/:idOrType');
  }

  function loadSaved(saved: Policy) {
    setOwn(draft);
    setConflict(null);
    version.current = saved.version;
    form.continueWith(saved);
    void invalidate('GET /policies');
  }

  function overwrite() {
    version.current = conflict?.policy?.version ?? 0;
    void form.submit();
  }

  const loadTemplate = () => form.change(template);
  const confirmTemplate = () =>
    confirm({
      title: 'Load the default template?',
      action: 'Load template',
      text: 'The template replaces the text in this form. Nothing is saved until you press Save.',
      onConfirm: async () => loadTemplate(),
    });
  const savedPolicy = conflict?.policy;
  const lastUpdated = policy?.lastUpdated ?? new Date().toISOString();
  const preview = <Preview draft={draft} lastUpdated={lastUpdated} />;
  return (
    <form {...form.props} className="items-start gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div>
            <h2 className="text-xl">{heading}</h2>
            <p className="mt-1 text-ink-soft">This policy is displayed publicly on your store.</p>
          </div>
          <Button variant="secondary" onClick={() => (isEmpty(draft) ? loadTemplate() : confirmTemplate())}>
            Default Template
          </Button>
        </div>
        {own && (
          <RestoreOwn
            onRestore={() => {
              form.change(own);
              setOwn(null);
            }}
          />
        )}
        <div className="grid gap-5">
          <Field label="Title" required maxLength={200} {...form.field('title')} />
          <RichEditor
            label="Main content"
            value={draft.content}
            error={errors.content}
            onChange={(content) => form.change({ content })}
          />
          <section aria-label="Sections">
            <h3 className="mb-3 text-lg">Sections</h3>
            <RowList
              noun="section"
              max={50}
              newRow={{ heading: '', content: '' }}
              needsConfirm={(row) => !isEmptySection(row)}
              {...form.list('sections')}
            >
              {(row, i, set) => (
                <div className="grid gap-4">
                  <Field
                    label={`Heading of section ${i + 1}`}
                    required
                    maxLength={200}
                    {...form.field(`sections.${i}.heading`)}
                  />
                  <RichEditor
                    label={`Content of section ${i + 1}`}
                    value={row.content}
                    error={errors[`sections.${i}.content`]}
                    onChange={(content) => set((before) => ({ ...before, content }))}
                  />
                </div>
              )}
            </RowList>
          </section>
        </div>
        <SaveBar>
          <p role="status" className="mr-auto text-ink-soft">
            {form.dirty && 'Not saved yet'}
          </p>
          <Button icon={Eye} variant="secondary" onClick={() => setPreviewing(true)} className="xl:hidden">
            Preview
          </Button>
          <Button type="submit" busy={form.busy}>
            {form.busy ? 'Saving...' : 'Save'}
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
      <ConflictDialog
        open={conflict !== null}
        noun="policy"
        busy={form.busy}
        onClose={() => setConflict(null)}
        onLoad={savedPolicy ? () => loadSaved(savedPolicy) : undefined}
        onOverwrite={overwrite}
      >
        <p className="wrap-break-word">
          {savedPolicy
            ? `Another admin saved “${savedPolicy.title}” on ${policyDate(savedPolicy.lastUpdated)} while you were editing it. None of your changes are lost.`
            : 'Another admin removed this policy while you were editing it. None of your changes are lost.'}
        </p>
      </ConflictDialog>
      <LeaveGuard wouldLose={form.wouldLose} />
    </form>
  );
}

async function findPolicy(type: PolicyType): Promise<Policy | null> {
  try {
    return (await call('GET /policies/:idOrType', { params: { idOrType: type } })).data;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The input as the public page will show it. */
function Preview({ draft, lastUpdated }: { draft: PolicyTemplate; lastUpdated: string }) {
  const { type, title, content, sections } = draft;
  const policy = {
    type,
    title: title.trim() || 'Untitled',
    html: htmlOf(content),
    sections: sections.map(({ heading, content: text }, order) => ({ order, heading, html: htmlOf(text) })),
    lastUpdated,
  };
  return <PolicyText policy={policy} level={2} />;
}

function htmlOf(stored: string): string | null {
  const text = readStoredText(stored);
  return text && richTextHtml(text);
}
