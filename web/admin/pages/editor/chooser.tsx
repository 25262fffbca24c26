import { pageSection, type SectionKind } from '../../../sections/schemas.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { kindGroups, sectionKinds } from '../kinds.ts';
import { Drawing } from './drawing.tsx';

const kinds = pageSection.options.map(({ shape }) => shape.kind.value);

/** Every kind of section with its drawing, to add one. */
export function Chooser(props: { onClose: () => void; onChoose: (kind: SectionKind) => void }) {
  return (
    <Dialog open onClose={props.onClose} title="Add a section" className="sm:!w-[min(100%-2rem,46rem)]">
      <div className="grid gap-6 p-5 text-sm">
        {kindGroups.map((group) => (
          <section key={group}>
            <h3 className="mb-2 text-sm font-semibold text-ink-soft">{group}</h3>
            <ul className="grid gap-3 sm:grid-cols-3">
              {kinds
                .filter((kind) => sectionKinds[kind].group === group)
                .map((kind) => {
                  const { name, description, drawing } = sectionKinds[kind];
                  return (
                    <li key={kind}>
                      <button
                        type="button"
                        onClick={() => props.onChoose(kind)}
                        className="flex h-full w-full items-start gap-3 rounded-md p-2.5 text-left ring-1 ring-line hover:bg-paper-deep hover:ring-line-strong sm:flex-col"
                      >
                        <Drawing
                          shapes={drawing}
                          className="w-24 shrink-0 rounded-sm ring-1 ring-line sm:w-full"
                        />
                        <span>
                          <span className="block font-medium">{name}</span>
                          <span className="block text-xs text-ink-soft">{description}</span>
                        </span>
                      </button>
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
