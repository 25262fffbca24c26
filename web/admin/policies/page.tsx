import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { PolicyType } from '../../../shared/contract/policies.ts';
import { formQuery, isMissing, read } from '../parts/data.ts';
import { ErrorBanner } from '../parts/page/error-banner.tsx';
import { LoadError } from '../parts/page/loaded.tsx';
import { PageHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { Tabs } from '../parts/page/tabs.tsx';
import { PolicyCards } from './cards.tsx';
import { PolicyEditor } from './editor.tsx';
import { type Kind, kinds } from './kinds.ts';

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
