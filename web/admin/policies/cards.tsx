import { ExternalLink, Pencil } from 'lucide-react';
import type { Policy, PolicyType } from '../../../shared/contract/policies.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { policyDate } from '../../ui/text/policy-text.tsx';
import { invalidate, useAction } from '../parts/data.ts';
import { NewTab } from '../parts/page/page-head.tsx';
import { type Kind, kinds } from './kinds.ts';

type Props = { policies: Policy[]; onEdit: (type: PolicyType) => void };

/** The state of each of the four policies. */
export function PolicyCards({ policies, onEdit }: Props) {
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
