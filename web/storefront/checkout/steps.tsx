import { Check } from 'lucide-react';

export type Step = { id: string; title: string; isDone: boolean };

export function Steps({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Steps of checkout" className="mt-3">
      <ol className="flex flex-wrap gap-x-5 text-sm">
        {steps.map(({ id, title, isDone }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
            >
              <span
                aria-hidden="true"
                className={`figures grid size-6 place-items-center rounded-full text-xs font-semibold ring-1 ${isDone ? 'bg-leaf text-paper ring-leaf' : 'text-ink-soft ring-line-strong'}`}
              >
                {isDone ? <Check className="size-3.5" /> : index + 1}
              </span>
              {title}
              {isDone && <span className="sr-only">, filled in</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
