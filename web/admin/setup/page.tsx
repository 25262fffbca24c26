import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { OpenShop } from './open-shop.tsx';
import { Progress, StepList } from './step-list.tsx';
import { nextStep, stepPath } from './steps.ts';

/** The guide in which a new shop is set up. */
export default function SetupPage() {
  const guide = useQuery({ ...read('GET /setup'), refetchOnWindowFocus: true });
  return (
    <div className="mx-auto max-w-4xl">
      <SettingsHead
        title="Set up your shop"
        subtitle="Eight steps, in any order. Leave whenever you like: what you have saved stays."
      >
        <ButtonLink href="/admin/setup/opening" variant="secondary">
          Opening and preview
        </ButtonLink>
      </SettingsHead>
      <Loaded query={guide} failed="Failed to load data. Please try again.">
        {(data) => {
          const next = nextStep(data);
          return (
            <div className="grid gap-6">
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                <div className="min-w-56 flex-1">
                  <Progress guide={data} />
                </div>
                {next && <ButtonLink href={stepPath(next)}>Continue</ButtonLink>}
              </div>
              <StepList guide={data} />
              <OpenShop guide={data} />
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}
