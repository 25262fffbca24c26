import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';

/** An empty state: the block-print motif, a title, a text, and buttons or one large `link`. */
export function Empty({
  title,
  text,
  action,
  link,
  level = 2,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  link?: [to: string, label: string];
  level?: 1 | 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-5 py-14 text-center">
      <div className="buti mb-6 size-20 text-turmeric" aria-hidden="true" />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="mt-2 text-ink-soft">{text}</p>}
      {(action || link) && (
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {action}
          {link && (
            <ButtonLink href={link[0]} size="lg">
              {link[1]}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
