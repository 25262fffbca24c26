import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type {
  PolicyList,
  PolicyReply,
  PolicyTemplateList,
  PolicyType,
} from '../../../shared/contract/policies.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-call.ts';
import { PolicyCards } from './cards.tsx';
import { PolicyEditor } from './editor.tsx';
import { type Kind, kinds } from './kinds.ts';

/** How the policies stand, and the one that is written, named in the address (spec §2 Policy dashboard). */
export default function Policies() {
  const { data, error, reload } = useCall<PolicyList>('/policies', 'Failed to load data. Please try again.');
  const [params, setParams] = useSearchParams();
  const tabs = useRef<HTMLElement>(null);
  const kind = kinds.find(({ type }) => type === params.get('policy')) ?? kinds[0];
  const edit = (type: PolicyType) => {
    setParams({ policy: type });
    tabs.current?.scrollIntoView();
    tabs.current?.querySelector<HTMLElement>(`[href$="${type}"]`)?.focus();
  };
  return (
    <>
      <PageHead title="Policies" />
      {error && <LoadError message={error} onRetry={reload} />}
      {!data && !error && (
        <span role="status" className="sr-only">
          Loading…
        </span>
      )}
      {(data || !error) && (
        // Until they come, empty ones keep their place.
        <div inert={!data} className={data ? '' : 'skeleton *:invisible'}>
          <PolicyCards policies={data?.data ?? []} onEdit={edit} onChange={reload} />
        </div>
      )}
      <nav
        ref={tabs}
        aria-label="Policy to edit"
        className="mt-6 mb-5 flex gap-1 overflow-x-auto border-b border-line"
      >
        {kinds.map(({ type, label }) => (
          <Link
            key={type}
            to={`?policy=${type}`}
            preventScrollReset
            aria-current={type === kind?.type ? 'page' : undefined}
            className="grid min-h-11 place-items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:font-semibold aria-[current=page]:text-press"
          >
            {label}
          </Link>
        ))}
      </nav>
      {kind && <Loaded key={kind.type} kind={kind} onSaved={reload} />}
    </>
  );
}

/** Reads a policy when its tab is opened; one that is not there begins with its template (spec §8). */
function Loaded({ kind, onSaved }: { kind: Kind; onSaved: () => void }) {
  const failed = 'Failed to fetch policy';
  const policy = useCall<PolicyReply>(`/policies/${kind.type}`, failed);
  const templates = useCall<PolicyTemplateList>('/policies/templates', failed);
  const template = templates.data?.data.find(({ type }) => type === kind.type);
  if ((policy.error && !policy.missing) || templates.error) {
    const again = () => {
      policy.reload();
      templates.reload();
    };
    return <LoadError message={failed} onRetry={again} />;
  }
  if (!template || (!policy.data && !policy.missing)) return <SkeletonRows rows={5} />;
  return <PolicyEditor kind={kind} policy={policy.data?.data} template={template} onSaved={onSaved} />;
}
