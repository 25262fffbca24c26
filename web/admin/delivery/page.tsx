import { useQuery } from '@tanstack/react-query';
import type { PinImport, PinListKind } from '../../../shared/contract/orders/delivery.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formQuery, invalidate, read } from '../parts/data.ts';
import { FileChoice, SkippedLines, useCheckedFile } from '../parts/form/file-choice.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { DeliveryForm } from './form.tsx';

/** Where the shop delivers, what it charges and how long it takes (contract §10). */
export default function DeliveryPage() {
  const settings = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <>
      <SettingsHead title="Delivery" />
      <Loaded query={settings} failed="Failed to load the delivery settings. Please try again.">
        {(data) => <DeliveryForm key={data._id} first={data} />}
      </Loaded>
      <PinLists />
    </>
  );
}

function PinLists() {
  const counts = useQuery(read('GET /settings/delivery/pins')).data;
  return (
    <div className="mt-5 grid max-w-4xl gap-5">
      <PinList
        kind="courier"
        title="PIN codes of your courier"
        count={counts?.courier}
        text="A CSV file with the columns “pin”, “delivery” and “cod”, with yes or no in the last two. PIN codes without delivery are refused at checkout, in every zone."
      />
      <PinList
        kind="directory"
        title="Directory of PIN codes"
        count={counts?.directory}
        text="The All India Pincode Directory of data.gov.in as CSV, with the columns “pincode”, “district” and “statename”. The checkout then fills in the city. Without it, only the state is filled in."
      />
    </div>
  );
}

type Props = { kind: PinListKind; title: string; text: string; count: number | undefined };

/** A list that a file replaces: the file is checked first. */
function PinList({ kind, title, text, count }: Props) {
  const { file, result, busy, check, save } = useCheckedFile(async (body, saves) => {
    const query = { kind, save: saves ? 'true' : 'false' } as const;
    const reply = await call('POST /settings/delivery/pins', { query, body, noTimeout: true });
    if (saves) await invalidate('GET /settings/delivery/pins');
    return reply;
  }, 'The file could not be read. Nothing was changed. Please try again.');
  return (
    <section aria-label={title} className="grid gap-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="max-w-prose text-ink-soft">{text}</p>
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice onChoose={check}>Choose a CSV file</FileChoice>
        <span role="status" className="text-ink-soft wrap-anywhere">
          {busy
            ? 'Reading the file…'
            : count === undefined || (count === 0 ? 'No list yet' : `${formatCount(count)} PIN codes now`)}
        </span>
      </div>
      {result?.saved && (
        <Notice role="status" tone="success">
          {`The list was replaced. It has ${counted(result.pins, 'PIN code')}.`}
        </Notice>
      )}
      {result && file && !result.saved && (
        <>
          <ul aria-label="The file" className="list-disc space-y-1 pl-5">
            {factsOf(kind, result).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <SkippedLines lines={result.skipped} count={result.skippedCount} />
          <Button busy={busy} onClick={save} className="justify-self-start">
            {result.replaced > 0 ? 'Replace the list' : 'Save the list'}
          </Button>
        </>
      )}
    </section>
  );
}

const factsOf = (
  kind: PinListKind,
  { pins, withState, served, withCod, replaced, skippedCount }: PinImport,
) => [
  counted(pins, 'PIN code'),
  ...(kind === 'directory'
    ? [`${formatCount(withState)} in one state`]
    : [`${formatCount(served)} with delivery`, `${formatCount(withCod)} with cash on delivery`]),
  ...(replaced > 0 ? [`The list of now has ${counted(replaced, 'PIN code')}`] : []),
  `${counted(skippedCount, 'line')} skipped`,
];
