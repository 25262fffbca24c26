import type { SetupGuide } from '../../../shared/contract/setup.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Progress, StepList } from './step-list.tsx';
import { nextStep, stepPath } from './steps.ts';

/** The guide on the dashboard of a shop that is not open. */
export function SetupCard({ guide }: { guide: SetupGuide }) {
  const next = nextStep(guide);
  return (
    <section aria-label="Set up your shop" className="mb-8 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <h2 className="text-xl">Set up your shop</h2>
          <p className="mt-1 mb-3 text-ink-soft">Visitors see “Opening soon” until you open it.</p>
          <Progress guide={guide} />
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/admin/setup/opening" variant="secondary">
            Opening and preview
          </ButtonLink>
          <ButtonLink href={next ? stepPath(next) : '/admin/setup'}>
            {next ? 'Continue' : 'Open the shop'}
          </ButtonLink>
        </div>
      </div>
      <StepList guide={guide} />
    </section>
  );
}
