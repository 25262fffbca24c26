import type { ReactNode } from 'react';

/** An empty state: the block-print motif, a title, a text and buttons. */
export function Empty({
  title,
  text,
  action,
  level = 2,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-5 py-14 text-center">
      <div className="buti mb-6 size-20 text-turmeric" aria-hidden="true" />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="mt-2 text-ink-soft">{text}</p>}
      {action && <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
