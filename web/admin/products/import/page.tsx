import { FileArchive, FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ImportArchive, ImportJob, ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { tellFailure } from '../../parts/tell.ts';
import { useNewestJob } from '../../parts/use-job.ts';
import { throughSignIn } from '../../session.ts';
import { PictureFit } from './picture-fit.tsx';
import { PlanTable } from './plan-table.tsx';
import { ImportProgress } from './progress.tsx';
import { useZip, ZipState } from './zip-choice.tsx';

const formats = { haat: 'Haat', shopify: 'Shopify', woocommerce: 'WooCommerce' };

const unreadable = 'The file could not be read. Please try again.';

function post<T>(path: string, file: File, archive: ImportArchive | null): Promise<T> {
  const form = new FormData();
  // Before the file, so that the server knows it when the file comes.
  if (archive) form.append('archive', archive._id);
  form.append('file', file);
  return api.post<T>(path, form, { unhurried: true });
}

/** Products from a CSV file: first what it would do, then the job with its progress. */
export default function ImportProducts() {
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [busy, setBusy] = useState(false);
  const { job, begin, dismiss } = useNewestJob<ImportJob>('/products/import');

  const zip = useZip();

  useEffect(() => {
    if (!file) return;
    let left = false;
    setBusy(true);
    throughSignIn(() => post<ImportPlan>('/products/import/plan', file, zip.archive))
      .then((next) => !left && setPlan(next))
      .catch((error: unknown) => !left && tellFailure(error, unreadable))
      .finally(() => !left && setBusy(false));
    return () => {
      left = true;
    };
  }, [file, zip.archive]);

  function take(files: FileList | null) {
    for (const chosen of files ?? []) {
      if (/\.zip$/i.test(chosen.name)) void zip.take(chosen);
      else {
        setPlan(null);
        setFile(chosen);
      }
    }
  }

  async function start() {
    if (!file) return;
    setBusy(true);
    try {
      begin(await post<ImportJob>('/products/import', file, zip.archive));
      setPlan(null);
      setFile(null);
      zip.drop();
    } catch (error) {
      tellFailure(error, unreadable);
    }
    setBusy(false);
  }

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer.files);
    },
  };
  const count = (what: string) => plan?.products.filter((each) => each.what === what).length ?? 0;
  const total = plan ? plan.products.length - count('same') : 0;
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
      {job && <ImportProgress key={job._id} job={job} onClose={dismiss} />}
      <div {...drop} className="rounded-md bg-paper-deep p-5 ring-1 ring-line">
        <p className="max-w-2xl">
          A CSV file: our own export, or the export of a Shopify or WooCommerce shop as it is. You see what it
          would change before anything is done. Products are recognised by their slug, so the same file again
          makes no doubles. The stock moves by as much as you changed it in our own export: what was sold
          since stays sold.
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FileChoice accept=".csv,text/csv" onTake={take}>
            <FileUp className="size-4" aria-hidden="true" />
            Choose a CSV file
          </FileChoice>
          <FileChoice accept=".zip,application/zip" onTake={take}>
            <FileArchive className="size-4" aria-hidden="true" />
            Choose a ZIP with pictures
          </FileChoice>
        </div>
        {file && <p className="mt-3 text-ink-soft wrap-break-word">{file.name}</p>}
        <ZipState {...zip} />
        <details className="mt-3 max-w-2xl">
          <summary className="min-h-8 content-center text-ink-soft">How pictures find their products</summary>
          <div className="grid gap-2 pt-1 text-ink-soft">
            <p>
              Addresses that begin with https:// are fetched. Or send the pictures along: write their file
              names into the picture columns, put the files into one ZIP, and choose it here. Folders inside
              the ZIP and capital letters do not matter, so a Shopify or WooCommerce export fits a ZIP of its
              own pictures as it is; what the ZIP has is not fetched.
            </p>
            <p>
              In our own columns “Pictures” holds all of a product, the main one first, with commas between
              them, and “Variant picture” that of one combination. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB
              each; the ZIP up to 1 GB.
            </p>
          </div>
        </details>
      </div>
      {busy && !plan && (
        <p className="mt-5">
          <Spinner large label="Reading the file…" />
        </p>
      )}
      {plan && (
        <section aria-label="What this file would do" className="mt-6">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="figures">
              {`${formats[plan.format]} file: ${count('new')} new, ${count('change')} to change, ${count('same')} as they are, ${plan.bad.length} can’t be imported.`}
            </p>
            <Button onClick={start} busy={busy} disabled={total === 0 || zip.sending !== null}>
              {total === 1 ? 'Import 1 product' : `Import ${total} products`}
            </Button>
          </div>
          {plan.importedAt && plan.products.some(({ changes }) => changes.includes('stock')) && (
            <p className="mb-3 max-w-3xl rounded-md bg-turmeric-tint px-4 py-3 text-turmeric-ink">
              {`This very file was imported on ${orderDate(plan.importedAt)}. What it changes of the stock would be changed once more.`}
            </p>
          )}
          <PictureFit fit={plan.pictures} />
          <PlanTable plan={plan} />
        </section>
      )}
    </>
  );
}

function FileChoice(props: {
  accept: string;
  onTake: (files: FileList | null) => void;
  children: ReactNode;
}) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-card px-5 font-medium ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press hover:ring-ink">
      {props.children}
      <input
        type="file"
        accept={props.accept}
        className="sr-only"
        onChange={(event) => {
          props.onTake(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}
