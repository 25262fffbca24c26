import { FileArchive, FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type {
  ImportArchive,
  ImportChange,
  ImportJob,
  ImportPlan,
} from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { failureText } from '../../parts/show-failure.ts';
import { useNewestJob } from '../../parts/use-job.ts';
import { withSignIn } from '../../session.ts';
import { FileChoice } from './file-choice.tsx';
import { PictureFit } from './picture-fit.tsx';
import { PlanReport } from './plan-report.tsx';
import { PlanTable } from './plan-table.tsx';
import { ImportProgress } from './progress.tsx';
import { CurrencyQuestion, NewProductsChoice, type Settings, usual } from './settings.tsx';
import { useZip, ZipState } from './zip-choice.tsx';

const formats = { haat: 'Haat', shopify: 'Shopify', woocommerce: 'WooCommerce' };

const unreadable = 'The file could not be read. Please try again.';

function post<T>(path: string, file: File, archive: ImportArchive | null, settings: Settings): Promise<T> {
  const form = new FormData();
  // Before the file, so that the server has read them when the file arrives.
  if (archive) form.append('archive', archive._id);
  form.append('rupeesPerUnit', String(settings.rupeesPerUnit ?? 1));
  form.append('newProducts', settings.newProducts);
  form.append('file', file);
  return api.post<T>(path, form, { noTimeout: true });
}

/** Why a file is rejected; shown until another one is chosen. */
function problemOf({ name }: File, error: unknown): string | null {
  const reason = failureText(error, unreadable);
  return reason && `${name}: ${reason}`;
}

const isStock = ({ field }: ImportChange) => field === 'Stock';

function buttonText(products: number, pictures: number): string {
  if (products === 0 && pictures > 0)
    return pictures === 1 ? 'Fetch 1 picture' : `Fetch ${pictures} pictures`;
  return products === 1 ? 'Import 1 product' : `Import ${products} products`;
}

/** Products from a CSV file: first what it would do, then the job with its progress. */
export default function ImportProducts() {
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [busy, setBusy] = useState(false);
  const [settings, setSettings] = useState(usual);
  const [problem, setProblem] = useState<string | null>(null);
  const { rupeesPerUnit } = settings;
  const { job, begin, dismiss } = useNewestJob<ImportJob>('/products/import');

  const zip = useZip();

  useEffect(() => {
    if (!file) return;
    let left = false;
    setBusy(true);
    setProblem(null);
    withSignIn(() =>
      post<ImportPlan>('/products/import/plan', file, zip.archive, { ...usual, rupeesPerUnit }),
    )
      .then((next) => !left && setPlan(next))
      .catch((error: unknown) => {
        if (left) return;
        setPlan(null);
        setProblem(problemOf(file, error));
      })
      .finally(() => !left && setBusy(false));
    return () => {
      left = true;
    };
  }, [file, zip.archive, rupeesPerUnit]);

  function take(files: FileList | null) {
    for (const chosen of files ?? []) {
      if (/\.zip$/i.test(chosen.name)) void zip.take(chosen);
      else {
        setPlan(null);
        setSettings(usual);
        setFile(chosen);
      }
    }
  }

  async function start() {
    if (!file) return;
    setBusy(true);
    try {
      begin(await post<ImportJob>('/products/import', file, zip.archive, settings));
      setPlan(null);
      setFile(null);
      zip.drop();
    } catch (error) {
      setPlan(null);
      setProblem(problemOf(file, error));
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
  const toFetch = plan?.pictures.toFetch ?? 0;
  const asksCurrency = plan !== null && plan.format !== 'haat';
  const isAnswered = !asksCurrency || rupeesPerUnit !== null;
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
          You see every change before anything is imported. Products are matched by their slug, so importing
          the same file again creates no duplicates. If a column is missing, the values of your products stay
          unchanged; an empty cell removes the value. If you edit the stock in an export of this shop, only
          the difference is applied, so later sales are kept.
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
        {file && <p className="mt-3 text-ink-soft wrap-anywhere">{file.name}</p>}
        {problem && (
          <p
            role="alert"
            className="mt-3 max-w-2xl rounded-md bg-madder-tint px-4 py-3 text-madder wrap-anywhere"
          >
            {problem}
          </p>
        )}
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
            <Button
              onClick={start}
              busy={busy}
              disabled={total + toFetch === 0 || !isAnswered || zip.sending !== null}
              aria-describedby={isAnswered ? undefined : 'currency-needed'}
            >
              {buttonText(total, toFetch)}
            </Button>
          </div>
          {!isAnswered && (
            <p id="currency-needed" className="mb-3 text-turmeric-ink">
              Say which currency the prices are in before you import.
            </p>
          )}
          <div className="mb-3 grid gap-3 md:grid-cols-2">
            {asksCurrency && <CurrencyQuestion key={file?.name} settings={settings} onChange={setSettings} />}
            {count('new') > 0 && <NewProductsChoice settings={settings} onChange={setSettings} />}
            <PlanReport plan={plan} />
          </div>
          {plan.importedAt && plan.products.some(({ changes }) => changes.some(isStock)) && (
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
