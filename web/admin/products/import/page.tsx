import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { FileArchive, FileUp, RotateCw, X } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ImportArchive, ImportJob } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { call, stream } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { read, useAction, useJob, useNewestJob } from '../../parts/data.ts';
import { FileChoice } from '../../parts/form/file-choice.tsx';
import { sendAdminForm } from '../../parts/form/upload.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { LoadingArea } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { failureText, showFailure } from '../../parts/show-failure.ts';
import { counted, formatCount } from '../../parts/text.ts';
import { withSignIn } from '../../session.ts';
import { Plan } from './plan.tsx';
import { defaultSettings, type Settings } from './settings.tsx';

function formOf(file: File, archive: ImportArchive | null, settings: Settings): FormData {
  const form = new FormData();
  // Fields precede the file, so that the server has read them when the file arrives.
  if (archive) form.append('archive', archive._id);
  form.append('rupeesPerUnit', String(settings.rupeesPerUnit ?? 1));
  form.append('pricesIncludeGst', String(settings.pricesIncludeGst));
  form.append('newProducts', settings.newProducts);
  form.append('answers', JSON.stringify(settings.answers));
  form.append('remove', JSON.stringify(settings.remove));
  form.append('file', file);
  return form;
}

/** Products from a CSV file: first the plan, which changes nothing, then the job with its progress. */
export default function ImportProducts() {
  const [file, setFile] = useState<File | null>(null);
  /** How many files were chosen, because the next file may have the same name and other content. */
  const [fileNumber, setFileNumber] = useState(0);
  const [settings, setSettings] = useState(defaultSettings);
  const { job, begin, dismiss } = useNewestJob(read('GET /products/import'));
  const zip = useZip();
  const { archive } = zip;
  const { rupeesPerUnit, pricesIncludeGst, answers, remove } = settings;

  const {
    data: plan,
    error: planError,
    isFetching,
  } = useQuery({
    queryKey: ['import plan', fileNumber, archive?._id, rupeesPerUnit, pricesIncludeGst, answers, remove],
    queryFn: file
      ? ({ signal }) => {
          const body = formOf(file, archive, { ...settings, newProducts: 'draft' });
          return withSignIn(() => call('POST /products/import/plan', { body, signal, noTimeout: true }));
        }
      : skipToken,
    gcTime: 0,
    // The plan stays while the same file is planned again with another ZIP or other settings.
    placeholderData: (previous, query) => (query?.queryKey[1] === fileNumber ? previous : undefined),
  });

  const start = useMutation({
    mutationFn: (body: FormData) =>
      withSignIn(() => call('POST /products/import', { body, noTimeout: true })),
    onSuccess(started) {
      begin(started);
      setFile(null);
      zip.remove();
    },
  });

  function choose(chosen: File) {
    if (/\.zip$/i.test(chosen.name)) return void zip.upload(chosen);
    start.reset();
    setSettings(defaultSettings);
    setFile(chosen);
    setFileNumber((number) => number + 1);
  }

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      for (const dropped of event.dataTransfer.files) choose(dropped);
    },
  };
  const problem = start.error ?? planError;
  return (
    <>
      <PageHead title="Import products">
        <Link
          to="/admin/move"
          className="min-h-9 content-center px-2 text-press underline-offset-4 hover:underline"
        >
          Move a whole shop
        </Link>
        <Link
          to="/admin/products"
          className="min-h-9 content-center px-2 text-press underline-offset-4 hover:underline"
        >
          All Products
        </Link>
      </PageHead>
      {job && <ImportProgress key={job._id} job={job} onClose={dismiss} onRetry={begin} />}
      <div {...drop} className="rounded-md bg-paper-deep p-5 ring-1 ring-line">
        <p className="max-w-2xl">
          Choose a CSV file: an export of this shop, or an unchanged export of a Shopify or WooCommerce shop.
          You see every change before anything is imported. Products are found by their SKU, by their ID or
          handle in the other shop, or by their address in links, so importing the same file again creates no
          duplicates; where that is not certain, you are asked. Combinations that the file does not name stay.
          If a column is missing, the values of your products stay unchanged; an empty cell removes the value.
          If you edit the stock in an export of this shop, only the difference is applied, so later sales are
          kept.
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FileChoice onChoose={choose}>
            <FileUp className="size-4" />
            Choose a CSV file
          </FileChoice>
          <FileChoice accept=".zip,application/zip" onChoose={choose}>
            <FileArchive className="size-4" />
            Choose a ZIP with pictures
          </FileChoice>
        </div>
        {file && <p className="mt-3 text-ink-soft wrap-anywhere">{file.name}</p>}
        {file && problem !== null && (
          <FormError className="mt-3 max-w-2xl wrap-anywhere">
            {`${file.name}: ${failureText(problem, 'The file could not be read. Please try again.')}`}
          </FormError>
        )}
        <ZipState {...zip} />
        <details className="mt-3 max-w-2xl">
          <summary className="min-h-8 content-center text-ink-soft">
            How pictures are matched to products
          </summary>
          <div className="grid gap-2 pt-1 text-ink-soft">
            <p>
              Pictures whose address begins with https:// are downloaded. To send pictures instead, write
              their file names into the picture columns, put the files into one ZIP, and choose it here.
              Folders in the ZIP and capital letters do not matter, so an unchanged Shopify or WooCommerce
              export works with a ZIP of its pictures. Pictures in the ZIP are not downloaded.
            </p>
            <p>
              In a file with this shop’s columns, “Pictures” contains all pictures of a product, separated by
              commas, the main picture first; “Variant picture” contains the picture of a combination. JPEG,
              PNG, WebP, AVIF or GIF, up to 10 MB each; the ZIP up to 1 GB.
            </p>
          </div>
        </details>
      </div>
      {file && isFetching && !plan && <LoadingArea label="Reading the file…" />}
      {file && plan && (
        <Plan
          key={fileNumber}
          plan={plan}
          settings={settings}
          onSettings={setSettings}
          busy={isFetching || start.isPending}
          uploading={zip.sending !== null}
          onStart={() => start.mutate(formOf(file, archive, settings))}
        />
      )}
    </>
  );
}

type Props = { job: ImportJob; onClose: () => void; onRetry: (job: ImportJob) => void };

function ImportProgress({ job: first, onClose, onRetry }: Props) {
  const params = { id: first._id };
  const { job, missing } = useJob(first, read('GET /products/import/:id', { params }));
  const { written, failed, finished, failures, notes, fileName, missingCount, retryable } = job;
  const retry = useAction(
    async () => onRetry(await call('POST /products/import/:id/pictures', { params })),
    'The pictures could not be fetched. Please try again.',
  );
  const imported = `${fileName}: ${counted(written, 'product')} imported`;
  const incomplete = job.missing.map((product) => ({ ...product, message: product.missing.join(', ') }));

  return (
    <JobPanel
      label="Import"
      job={job}
      missing={missing}
      subject={fileName}
      changes="products"
      result={failed > 0 ? `${imported}, ${formatCount(failed)} could not be` : imported}
      onClose={onClose}
    >
      <JobRows summary={`${formatCount(failed)} could not be imported`} rows={failures} open={finished} />
      <JobRows summary={`${formatCount(notes.length)} imported with omissions`} rows={notes} open={false} />
      <JobRows summary={`${formatCount(missingCount)} incomplete`} rows={incomplete} open={false} />
      {finished && (
        <div className="mt-3 flex flex-wrap gap-3">
          {retryable > 0 && (
            <Button icon={RotateCw} variant="secondary" action={retry.run}>
              Fetch failed pictures again
            </Button>
          )}
          {failed + notes.length + missingCount > 0 && (
            <ExportButton
              read={(signal) => stream('GET /products/import/:id/report.csv', { params, signal })}
              file="import-report.csv"
              label="Download the report"
            />
          )}
        </div>
      )}
    </JobPanel>
  );
}

const maxBytes = 1024 ** 3;
const failed = 'The ZIP could not be uploaded. Please try again.';

type Zip = ReturnType<typeof useZip>;

/** Uploads a ZIP; a new one replaces it. */
function useZip() {
  const [archive, setArchive] = useState<ImportArchive | null>(null);
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function upload(file: File) {
    if (file.size > maxBytes) return toast('A ZIP can be at most 1 GB.', 'error');
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setSending({ name: file.name, part: 0 });
    const form = new FormData();
    form.append('file', file);
    const onProgress = (part: number) => setSending({ name: file.name, part });
    try {
      const path = '/products/import/pictures';
      setArchive(await sendAdminForm<ImportArchive>(path, form, failed, onProgress, own.signal));
    } catch (error) {
      if (!own.signal.aborted) showFailure(error, failed);
    }
    if (controller.current === own) setSending(null);
  }

  function remove() {
    controller.current?.abort();
    setSending(null);
    setArchive(null);
  }
  return { archive, sending, upload, remove };
}

function ZipState({ archive, sending, remove }: Omit<Zip, 'upload'>) {
  if (!archive && !sending) return null;
  return (
    <div className="mt-4 max-w-2xl rounded-md bg-card p-3 ring-1 ring-line">
      <div className="flex items-center gap-2">
        <FileArchive className="size-4 shrink-0 text-ink-soft" />
        <p role="status" className="figures min-w-0 flex-1 wrap-break-word">
          {sending
            ? `Uploading ${sending.name}`
            : `${archive?.fileName}: ${counted(archive?.pictures ?? 0, 'picture')}`}
          {sending && <span aria-hidden="true">{` · ${Math.floor(sending.part * 100)}%`}</span>}
        </p>
        <IconButton
          icon={X}
          label={sending ? 'Stop the upload' : 'Remove the ZIP'}
          onClick={remove}
          className="-m-2"
        />
      </div>
      {sending && (
        <progress value={sending.part} max={1} aria-label="Uploading the ZIP" className="mt-2 h-2 w-full" />
      )}
      {!sending && archive && archive.leftOut > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 content-center text-ink-soft">
            {counted(archive.leftOut, 'other file')} in it can’t be used
          </summary>
          <p className="mb-1 text-xs text-ink-soft">
            Pictures are JPEG, PNG, WebP, AVIF or GIF, up to 10 MB, and each file name counts once.
          </p>
          <ul className="max-h-40 overflow-auto text-xs wrap-break-word">
            {archive.left.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
