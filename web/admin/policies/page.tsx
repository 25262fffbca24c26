import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Eye, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Policy,
  type PolicyTemplate,
  type PolicyType,
  policyRequest,
} from '../../../shared/contract/policies.ts';
import { richTextHtml } from '../../../shared/text/rich-text-output.ts';
import { ApiError, call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PolicyText, policyDate } from '../../ui/text/policy-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { formQuery, invalidate, isMissing, read, useAction } from '../parts/data.ts';
import { ConflictDialog, RestoreOwn } from '../parts/form/conflict.tsx';
import { RichEditor } from '../parts/form/rich-editor/rich-editor.tsx';
import { readStoredText } from '../parts/form/rich-editor/stored-text.ts';
import { RowList } from '../parts/form/row-list.tsx';
import { LeaveGuard, SaveBar } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorBanner } from '../parts/page/error-banner.tsx';
import { LoadError } from '../parts/page/loaded.tsx';
import { NewTab, PageHead, SkeletonRows, Tabs } from '../parts/page/page-head.tsx';
import { Outdated } from './outdated.tsx';

/** The state of the policies, and the editor of the one in the address (spec §2 Policy dashboard). */
export default function Policies() {
  const policies = useQuery(read('GET /policies'));
  const { data, isError } = policies;
  const [params, setParams] = useSearchParams();
  const tabs = useRef<HTMLDivElement>(null);
  const kind = kinds.find(({ type }) => type === params.get('policy')) ?? kinds[0];
  const edit = (type: PolicyType) => {
    setParams({ policy: type });
    tabs.current?.scrollIntoView();
    tabs.current?.querySelector<HTMLElement>(`[href$="${type}"]`)?.focus();
  };
  return (
    <>
      <PageHead title="Policies" />
      <LoadError query={policies} failed="Failed to load data. Please try again." />
      {!data && !isError && (
        <span role="status" className="sr-only">
          Loading…
        </span>
      )}
      {(data || !isError) && (
        // Empty cards take up the space until the policies are loaded.
        <div inert={!data} className={data ? '' : 'skeleton *:invisible'}>
          <PolicyCards policies={data?.data ?? []} onEdit={edit} />
        </div>
      )}
      <div ref={tabs} className="mt-6">
        <Tabs
          label="Policy to edit"
          tabs={kinds.map(({ type, label }) => [`?policy=${type}`, label])}
          current={`?policy=${kind?.type}`}
        />
      </div>
      {kind && <Loaded key={kind.type} kind={kind} />}
    </>
  );
}

/** Reads a policy when its tab is opened; if there is none, the form starts with the template (spec §8). */
function Loaded({ kind }: { kind: Kind }) {
  const policy = useQuery({
    ...read('GET /policies/:idOrType', { params: { idOrType: kind.type } }),
    ...formQuery,
  });
  const templates = useQuery(read('GET /policies/templates'));
  const template = templates.data?.data.find(({ type }) => type === kind.type);
  const isNew = isMissing(policy.error);
  if ((policy.isError && !isNew && !policy.data) || templates.isError) {
    const retry = () => Promise.all([policy.refetch(), templates.refetch()]);
    return <ErrorBanner message="Failed to fetch policy" onRetry={retry} />;
  }
  if (!template || (!policy.data && !isNew)) return <SkeletonRows rows={5} />;
  return <PolicyEditor kind={kind} policy={policy.data?.data} template={template} />;
}

type Props = { policies: Policy[]; onEdit: (type: PolicyType) => void };

function PolicyCards({ policies, onEdit }: Props) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {kinds.map((kind) => (
        <PolicyCard
          key={kind.type}
          kind={kind}
          policy={policies.find(({ type }) => type === kind.type)}
          onEdit={() => onEdit(kind.type)}
        />
      ))}
    </ul>
  );
}

const tool =
  'inline-flex min-h-11 items-center gap-1.5 rounded-md px-2.5 text-press hover:bg-press-tint disabled:opacity-55 lg:min-h-9';

function PolicyCard(props: { kind: Kind; policy: Policy | undefined; onEdit: () => void }) {
  const {
    kind: { type, label, heading },
    policy,
    onEdit,
  } = props;
  const toggle = useAction(async () => {
    await call('PATCH /policies/:idOrType/toggle', { params: { idOrType: type } });
    await invalidate('GET /policies');
  }, 'Could not save. Please try again.');
  return (
    <li className="flex flex-col rounded-md bg-card p-4 ring-1 ring-line">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg">{label}</h2>
        {policy && (
          <Badge tone={policy.isActive ? 'success' : 'plain'}>{policy.isActive ? 'On' : 'Off'}</Badge>
        )}
      </div>
      <p className="mt-1 text-ink-soft">
        {policy ? `Updated ${policyDate(policy.lastUpdated)}` : 'Not created'}
      </p>
      <div className="-mx-2 mt-3 flex flex-wrap items-center">
        <button type="button" aria-label={`Edit ${heading}`} onClick={onEdit} className={tool}>
          <Pencil className="size-4" />
          {policy ? 'Edit' : 'Create'}
        </button>
        {policy && (
          <>
            <button
              type="button"
              aria-label={`${policy.isActive ? 'Turn off' : 'Turn on'} ${heading}`}
              disabled={toggle.busy}
              onClick={() => toggle.run()}
              className={tool}
            >
              {policy.isActive ? 'Turn off' : 'Turn on'}
            </button>
            <NewTab href={`/${type}`} aria-label={`View ${heading}`} className={tool}>
              View
              <ExternalLink className="size-4" />
            </NewTab>
          </>
        )}
      </div>
    </li>
  );
}

type EditorProps = {
  kind: Kind;
  /** Absent if there is no policy of this type yet; the form then starts with the template. */
  policy: Policy | undefined;
  template: PolicyTemplate;
};

type Section = PolicyTemplate['sections'][number];
const isEmptySection = ({ heading, content }: Section) => !heading.trim() && !content;
const isEmpty = ({ title, content, sections }: PolicyTemplate) =>
  !title.trim() && !content && sections.every(isEmptySection);

function PolicyEditor({ kind: { heading }, policy, template }: EditorProps) {
  /** The version that this form is based on; 0 for a new policy. */
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
    void invalidate('GET /policies', 'GET /policies/:idOrType', 'GET /policies/review');
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
        {policy?.isActive && <Outdated draft={draft} onChange={form.change} />}
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

/** The four policies (spec §2 Policy dashboard); the type is also the path of the public page. */
const kinds: { type: PolicyType; label: string; heading: string }[] = [
  { type: 'shipping-policy', label: 'Shipping', heading: 'Shipping Policy' },
  { type: 'returns-refunds', label: 'Returns', heading: 'Returns Policy' },
  { type: 'privacy-policy', label: 'Privacy', heading: 'Privacy Policy' },
  { type: 'terms-condition', label: 'Terms', heading: 'Terms of Service' },
];
type Kind = (typeof kinds)[number];
