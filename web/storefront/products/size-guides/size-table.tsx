import type { SizeGuide } from '../../../../shared/contract/catalogue/size-guides.ts';

/** The table of a size guide. */
export function SizeTable({ guide: { name, rows, note } }: { guide: SizeGuide }) {
  const [heading = [], ...sizes] = rows;
  return (
    <>
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md ring-1 ring-line"
      >
        <table className="figures w-full text-sm">
          <thead className="bg-paper-deep">
            <tr>
              {heading.map((cell, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
                  key={index}
                  scope="col"
                  className="px-2.5 py-2.5 text-left align-bottom font-semibold sm:px-4 sm:whitespace-nowrap"
                >
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {sizes.map(([first, ...cells]) => (
              <tr key={first}>
                <th scope="row" className="px-2.5 py-2.5 text-left font-medium whitespace-nowrap sm:px-4">
                  {first}
                </th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
                  <td key={index} className="px-2.5 py-2.5 whitespace-nowrap sm:px-4">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note && <p className="mt-4 text-sm whitespace-pre-line text-ink-soft">{note}</p>}
    </>
  );
}
