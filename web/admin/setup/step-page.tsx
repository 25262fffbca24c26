import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { type SetupGuide, type SetupStepId, setupStepId } from '../../../shared/contract/setup.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { Loaded, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { AddressStep } from './address-step.tsx';
import { DeliveryStep } from './delivery-step.tsx';
import { LookStep } from './look-step.tsx';
import { MailStep } from './mail-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PoliciesStep } from './policies-step.tsx';
import { ProductsStep } from './products-step.tsx';
import { stateTexts, stepPath, stepTexts } from './steps.ts';
import { TestOrderStep } from './test-order-step.tsx';

const bodies: Record<SetupStepId, ComponentType<{ guide: SetupGuide }>> = {
  look: LookStep,
  products: ProductsStep,
  address: AddressStep,
  delivery: DeliveryStep,
  payment: PaymentStep,
  mail: MailStep,
  policies: PoliciesStep,
  'test-order': TestOrderStep,
};

/** One step of the guide, with its state, and the ways to the others. */
export default function StepPage() {
  const id = setupStepId.safeParse(useParams().step).data;
  const guide = useQuery({ ...read('GET /setup'), refetchOnWindowFocus: true });
  if (!id)
    return (
      <Missing
        title="There is no such step"
        text="The guide has eight steps."
        to="/admin/setup"
        all="Set up your shop"
      />
    );
  const order = setupStepId.options;
  const index = order.indexOf(id);
  const [previous, next] = [order[index - 1], order[index + 1]];
  const Body = bodies[id];
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to="/admin/setup">Set up your shop</BackLink>
      <PageHead title={stepTexts[id].title} subtitle={stepTexts[id].text}>
        <State guide={guide.data} id={id} />
      </PageHead>
      <Loaded query={guide} failed="Failed to load data. Please try again.">
        {(data) => <Body key={id} guide={data} />}
      </Loaded>
      <nav
        aria-label="Steps"
        className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-8 flex items-center justify-between gap-3 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:px-0"
      >
        {previous ? (
          <ButtonLink href={stepPath(previous)} variant="secondary" icon={ArrowLeft}>
            <span className="max-sm:sr-only">{stepTexts[previous].title}</span>
            <span aria-hidden="true" className="max-[23.5rem]:hidden sm:hidden">
              Back
            </span>
          </ButtonLink>
        ) : (
          <span />
        )}
        {next && (
          <ButtonLink href={stepPath(next)} icon={ArrowRight}>
            Next: {stepTexts[next].title}
          </ButtonLink>
        )}
      </nav>
    </div>
  );
}

function State({ guide, id }: { guide: SetupGuide | undefined; id: SetupStepId }) {
  const step = guide?.steps.find((item) => item.id === id);
  if (!step || !guide) return null;
  const { label, tone } = stateTexts[step.state];
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-ink-soft">
      <Badge tone={tone}>{label}</Badge>
      <span className="wrap-anywhere">{step.note}</span>
    </p>
  );
}
