import { FileUp, Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { Move, MoveStart } from '../../../shared/contract/moves.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/notice.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, useAction } from '../parts/data.ts';
import { FileChoice } from '../parts/form/file-choice.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { formatBytes } from '../parts/text.ts';
import { Preview } from './preview.tsx';
import { useUploads } from './use-uploads.ts';
import { kindNames, programNames } from './words.ts';

const exports = [
  [
    'Shopify',
    'Export on the pages Products, Customers, Orders, Discounts and Gift cards, each with all records',
  ],
  ['Redirects of Shopify', 'Content, Menus, URL redirects, Export'],
  ['Reviews', 'Export in the app Judge.me or Loox'],
  ['Products of WooCommerce', 'Products, Export, with all columns'],
  [
    'Customers, orders and coupons of WooCommerce',
    'a plugin such as “Customer/Order/Coupon Export” or “Advanced Order Export”',
  ],
] as const;

type Props = { draft: Move | undefined; onChange: (move: Move) => void };

/** The files of a move, what they hold, and its start. */
export function Draft({ draft, onChange }: Props) {
  const { sending, refused, upload } = useUploads(onChange);
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      for (const file of event.dataTransfer.files) upload(file);
    },
  };
  return (
    <div className="grid gap-5">
      <div {...drop} className="rounded-md bg-paper-deep p-5 ring-1 ring-line">
        <p className="max-w-2xl">
          Export products, customers, orders, discounts, gift cards, redirects and reviews in Shopify,
          Judge.me or Loox, or products, customers, orders and coupons in WooCommerce, as CSV. Choose all
          files here, in any order, or one ZIP of them. You see what each of them would do before anything is
          imported. What is in this shop already stays as it is.
        </p>
        <details className="mt-2 max-w-2xl">
          <summary className="min-h-8 cursor-pointer content-center text-ink-soft">
            Where the exports are
          </summary>
          <ul className="grid list-disc gap-1 pl-5">
            {exports.map(([what, where]) => (
              <li key={what}>
                <span className="font-medium">{what}:</span> {where}
              </li>
            ))}
          </ul>
        </details>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FileChoice accept=".csv,.txt,.zip,text/csv,application/zip" multiple onChoose={upload}>
            <FileUp className="size-4" />
            Choose files
          </FileChoice>
          <span role="status" className="figures text-ink-soft wrap-anywhere">
            {sending ? `Uploading ${sending.name} · ${Math.floor(sending.part * 100)}%` : 'or drop them here'}
          </span>
        </div>
        {refused.map(({ name, message }) => (
          <FormError key={`${name} ${message}`} className="mt-3 max-w-2xl wrap-anywhere">
            {`${name}: ${message}`}
          </FormError>
        ))}
      </div>
      {draft && draft.files.length > 0 && <Files draft={draft} onChange={onChange} />}
    </div>
  );
}

function Files({ draft, onChange }: { draft: Move; onChange: (move: Move) => void }) {
  const { _id: id, files, counts } = draft;
  const remove = useAction(
    async (file: string) => onChange(await call('DELETE /moves/:id/files/:file', { params: { id, file } })),
    'The file could not be removed. Please try again.',
  );
  const discard = () =>
    confirm({
      title: 'Discard these files?',
      action: 'Discard',
      text: <p>Nothing of them has been imported. You can choose them again.</p>,
      async onConfirm() {
        await call('DELETE /moves/:id', { params: { id } });
        await invalidate('GET /moves');
      },
    });
  const discardButton = (
    <Button variant="ghost" onClick={discard}>
      Discard these files
    </Button>
  );
  const isReading = files.some(({ read, problem }) => !read && !problem);
  const hasProblem = files.some(({ problem }) => problem);
  const fresh = counts.reduce((sum, { new: created }) => sum + created, 0);
  return (
    <>
      <ul aria-label="Files" className="divide-y divide-line rounded-md bg-card ring-1 ring-line">
        {files.map(({ _id, name, program, kind, bytes, read, problem }) => (
          <li key={_id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{name}</p>
              <p className={problem ? 'text-madder' : 'text-xs text-ink-soft'}>
                {problem ||
                  [
                    kind === 'reviews' ? kindNames.reviews : `${kindNames[kind]} of ${programNames[program]}`,
                    bytes >= 1e5 && formatBytes(bytes),
                    !read && 'reading…',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
              </p>
            </div>
            <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => remove.run(_id)} />
          </li>
        ))}
      </ul>
      {isReading ? (
        <p role="status" className="text-ink-soft">
          Reading the files…
        </p>
      ) : (
        <>
          <Preview move={draft} />
          {!hasProblem && (
            <Start
              id={id}
              hasProducts={files.some(({ kind }) => kind === 'products')}
              isEmpty={fresh === 0}
              onChange={onChange}
              discard={discardButton}
            />
          )}
        </>
      )}
      {(isReading || hasProblem) && <div>{discardButton}</div>}
    </>
  );
}

const options = {
  newProducts: [
    ['file', 'As in the files', 'Products that were for sale are for sale here.'],
    ['draft', 'As drafts', 'You check each product before shoppers see it.'],
  ],
  pricesIncludeGst: [
    ['true', 'Prices include GST', 'Shoppers pay what is in the files.'],
    ['false', 'GST is added', 'The rate of each product is added; new products have 18%.'],
  ],
} as const;

function Start(props: {
  id: string;
  hasProducts: boolean;
  isEmpty: boolean;
  onChange: (move: Move) => void;
  discard: ReactNode;
}) {
  const { id, hasProducts, isEmpty, onChange, discard } = props;
  const [newProducts, setNewProducts] = useState<MoveStart['newProducts']>('file');
  const [pricesIncludeGst, setIncludesGst] = useState(true);
  const start = useAction(
    async () =>
      onChange(
        await call('POST /moves/:id/start', {
          params: { id },
          body: { newProducts, pricesIncludeGst },
        }),
      ),
    'The move could not be started. Please try again.',
  );
  if (isEmpty)
    return (
      <div className="grid justify-items-start gap-3">
        <p>There is nothing new to import in these files.</p>
        {discard}
      </div>
    );
  return (
    <div className="grid gap-4">
      {hasProducts && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Choices
            legend="New products"
            name="newProducts"
            choices={options.newProducts}
            value={newProducts}
            onChange={(value) => setNewProducts(value === 'draft' ? 'draft' : 'file')}
          />
          <Choices
            legend="GST in the prices"
            name="pricesIncludeGst"
            choices={options.pricesIncludeGst}
            value={String(pricesIncludeGst)}
            onChange={(value) => setIncludesGst(value === 'true')}
          />
        </div>
      )}
      <p className="max-w-2xl text-ink-soft">
        Old orders come as history: they never get an invoice of this shop, and change neither GST nor stock.
        Customers come without a password and get no mail until you invite them. The move can be undone as a
        whole until the first new order.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button action={start.run}>Move the shop</Button>
        {discard}
      </div>
    </div>
  );
}

function Choices(props: {
  legend: string;
  name: string;
  choices: readonly (readonly [value: string, label: string, hint: string])[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { legend, name, choices, value: chosen, onChange } = props;
  return (
    <fieldset className="rounded-md bg-card p-4 ring-1 ring-line">
      <legend className="float-left mb-1 font-medium">{legend}</legend>
      <div className="clear-both">
        {choices.map(([value, label, hint]) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => onChange(value)}
              className="mt-1 accent-press"
            />
            <span>
              {label}
              <span className="block text-xs text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
