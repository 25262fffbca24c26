import { type ReactNode, useId } from 'react';

/** A section that is labelled by its heading. `action` is shown beside the heading. */
export function Section({
  title,
  action,
  className,
  headingClass = 'text-xl',
  children,
}: {
  title: string;
  action?: ReactNode;
  className?: string;
  headingClass?: string;
  children: ReactNode;
}) {
  const id = useId();
  const heading = (
    <h2 id={id} className={headingClass}>
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className={className}>
      {action ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
