import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { FileArchive, FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ImportArchive } from '../../../../shared/contract/catalogue-jobs.ts';
import { call } from '../../../api.ts';
import { FormError } from '../../../ui/notice.tsx';
import { read, useNewestJob } from '../../parts/data.ts';
import { FileChoice } from '../../parts/form/file-choice.tsx';
import { LoadingArea } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { failureText } from '../../parts/show-failure.ts';
import { withSignIn } from '../../session.ts';
import { Plan } from './plan.tsx';
import { ImportProgress } from './progress.tsx';
import { defaultSettings, type Settings } from './settings.tsx';
import { useZip, ZipState } from './zip-choice.tsx';

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

  function chooseFiles(files: FileList | null) {
    for (const chosen of files ?? []) {
      if (/\.zip$/i.test(chosen.name)) void zip.upload(chosen);
      else {
        start.reset();
        setSettings(defaultSettings);
        setFile(chosen);
        setFileNumber((now) => now + 1);
      }
    }
  }

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      chooseFiles(event.dataTransfer.files);
    },
  };
  const problem = start.error ?? planError;
  return (
    <>
      <PageHead title="Import products">
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
          handle in the other shop, or by their slug, so importing the same file again creates no duplicates;
          where that is not certain, you are asked. Combinations that the file does not name stay. If a column
          is missing, the values of your products stay unchanged; an empty cell removes the value. If you edit
          the stock in an export of this shop, only the difference is applied, so later sales are kept.
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FileChoice accept=".csv,text/csv" onChoose={chooseFiles}>
            <FileUp className="size-4" />
            Choose a CSV file
          </FileChoice>
          <FileChoice accept=".zip,application/zip" onChoose={chooseFiles}>
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
