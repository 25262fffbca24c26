import { ChevronRight, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import type { SetupGuide, SetupState } from '../../../shared/contract/setup.ts';
import { stateTexts, stepPath, stepTexts } from './steps.ts';

const icons: Record<SetupState, [icon: typeof CircleCheck, colour: string]> = {
  todo: [CircleDashed, 'text-ink-soft'],
  done: [CircleCheck, 'text-leaf'],
  attention: [CircleAlert, 'text-turmeric-ink'],
};

/** The steps of the guide as links, each with its state. */
export function StepList({ guide: { steps } }: { guide: SetupGuide }) {
  return (
    <ol className="divide-y divide-line overflow-hidden rounded-md bg-card ring-1 ring-line">
      {steps.map(({ id, state, note }, index) => {
        const [Icon, colour] = icons[state];
        return (
          <li key={id}>
            <Link
              to={stepPath(id)}
              className="flex min-h-16 items-center gap-3 px-3 py-2.5 hover:bg-paper-deep sm:px-4"
            >
              <Icon className={`size-6 shrink-0 ${colour}`} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">
                    {index + 1}. {stepTexts[id].title}
                  </span>
                  <span className={`text-xs ${colour}`}>{stateTexts[state].label}</span>
                </span>
                <span className="block text-ink-soft wrap-anywhere">{note}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/** How many steps are done, as a bar and in words. */
export function Progress({ guide: { steps } }: { guide: SetupGuide }) {
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <div className="flex items-center gap-3">
      <progress
        value={done}
        max={steps.length}
        aria-label="Steps that are done"
        className="h-2 min-w-0 flex-1"
      />
      <span className="figures whitespace-nowrap">
        {done} of {steps.length} done
      </span>
    </div>
  );
}
