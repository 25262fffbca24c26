import type { Policy } from '../../../shared/contract/policies.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { policyDate } from '../../ui/policy-text.tsx';

/** What stands by now; null where the policy was removed. */
export type SavedVersion = { policy: Policy | null };

/** Another admin saved meanwhile: whose version is to stand? Closing it goes back to writing. */
export function ConflictDialog({
  theirs,
  busy,
  onClose,
  onLoad,
  onOverwrite,
}: {
  theirs: SavedVersion | null;
  busy: boolean;
  onClose: () => void;
  onLoad: (policy: Policy) => void;
  /** Gets the version that is overwritten. */
  onOverwrite: (version: number) => void;
}) {
  const policy = theirs?.policy;
  return (
    <Dialog open={theirs !== null} onClose={onClose} title="Someone else changed this policy">
      <div className="grid gap-6 p-5 text-sm">
        <p className="wrap-break-word">
          {policy
            ? `Another admin saved “${policy.title}” on ${policyDate(policy.lastUpdated)} while you were writing. Nothing of yours is lost.`
            : 'Another admin removed this policy while you were writing. Nothing of yours is lost.'}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {policy && (
            <Button variant="secondary" onClick={() => onLoad(policy)}>
              Load theirs
            </Button>
          )}
          <Button busy={busy} onClick={() => onOverwrite(policy?.version ?? 0)}>
            {policy ? 'Overwrite with mine' : 'Save mine'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
