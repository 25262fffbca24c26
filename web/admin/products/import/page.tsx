import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ImportJob, ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { tellFailure } from '../../parts/tell.ts';
import { useCall } from '../../parts/use-call.ts';
import { PlanTable } from './plan-table.tsx';
import { ImportProgress } from './progress.tsx';

const formats = { haat: 'Haat', shopify: 'Shopify', woocommerce: 'WooCommerce' };

/** Products from a CSV file: first what it would do, then the job with its progress. */
export default function ImportProducts() {
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [job, setJob] = useState<ImportJob | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useCall<ImportJob[]>('/products/import', '');
  const shown = job ?? latest.data?.find(({ finished }) => !finished) ?? null;

  async function send<T>(path: string, chosen: File): Promise<T | undefined> {
    const form = new FormData();
    form.append('file', chosen);
    setBusy(true);
    try {
      return await api.post<T>(path, form);
    } catch (error) {
      tellFailure(error, 'The file could not be read. Please try again.');
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    setPlan(null);
    setJob(null);
    setFile(chosen);
    setPlan((await send<ImportPlan>('/products/import/plan', chosen)) ?? null);
  }

  async function start() {
    if (!file) return;
    const started = await send<ImportJob>('/products/import', file);
    if (!started) return;
    setJob(started);
    setPlan(null);
  }

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void take(event.dataTransfer.files[0]);
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
      {shown && <ImportProgress key={shown._id} job={shown} />}
      <div {...drop} className="rounded-md bg-paper-deep p-5 ring-1 ring-line">
        <p className="max-w-2xl">
          A CSV file: our own export, or the export of a Shopify or WooCommerce shop as it is. You see what it
          would change before anything is done. Products are recognised by their slug, so the same file again
          makes no doubles.
        </p>
        <label className="mt-4 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-card px-5 font-medium ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press hover:ring-ink">
          <FileUp className="size-4" aria-hidden="true" />
          Choose a CSV file
          <input
            type="file"
            accept=".csv,text/csv"
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {file && <span className="ml-3 text-ink-soft wrap-break-word">{file.name}</span>}
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
            <Button onClick={start} busy={busy} disabled={total === 0}>
              {total === 1 ? 'Import 1 product' : `Import ${total} products`}
            </Button>
          </div>
          <PlanTable plan={plan} />
        </section>
      )}
    </>
  );
}
