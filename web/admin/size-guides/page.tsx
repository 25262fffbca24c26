import { useQuery } from '@tanstack/react-query';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { type OwnedSizeGuide, sizeGuideList } from '../../../shared/contract/catalogue/size-guides.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { formQuery, read } from '../parts/data.ts';
import { CheckList } from '../parts/form/fields.tsx';
import { RowList } from '../parts/form/row-list.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';

/** The size guides of the shop. */
export default function SizeGuidesPage() {
  const guides = useQuery({ ...read('GET /settings/size-guides'), ...formQuery });
  return (
    <>
      <SettingsHead title="Size guides" />
      <Loaded query={guides} failed="Failed to load the size guides. Please try again.">
        {(data) => <SizeGuideForm guides={data.guides} />}
      </Loaded>
    </>
  );
}

type DraftGuide = { _id: string; name: string; note: string; table: string; groups: string[] };

const emptyGuide: DraftGuide = { _id: '', name: '', note: '', table: '', groups: [] };
const tableHint =
  'One row in each line, the headings first, with commas between the cells. You can paste cells of a spreadsheet.';

function SizeGuideForm({ guides }: { guides: OwnedSizeGuide[] }) {
  const categories = useQuery(read('GET /categories')).data?.items ?? [];
  const form = useForm({
    start: { guides: guides.map(draftOf) },
    check: (draft) => renamed(errorsIn(sizeGuideList, inputOf(draft))),
    async send(draft) {
      const saved = await call('PUT /settings/size-guides', { body: sizeGuideList.parse(inputOf(draft)) });
      form.continueWith({ guides: saved.guides.map(draftOf) }, draft);
      toast('The size guides were saved', 'success');
    },
    failed: 'The size guides could not be saved. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Size guides" className="grid max-w-3xl gap-5">
      <LeaveGuard wouldLose={form.wouldLose} />
      <p className="text-ink-soft">
        A size guide is a table that shoppers open beside the sizes of a product. The guide of a subcategory
        comes before that of its category.
      </p>
      <RowList noun="size guide" max={50} newRow={emptyGuide} {...form.list('guides')}>
        {(guide, i, set) => (
          <div className="grid gap-4">
            <Field label="Name" required maxLength={100} {...form.field(`guides.${i}.name`)} />
            <TextAreaField
              label="Table"
              required
              rows={6}
              spellCheck={false}
              hint={tableHint}
              placeholder={'UK, EU, Foot length (cm)\n3, 36, 22.5\n4, 37, 23'}
              {...form.field(`guides.${i}.table`)}
            />
            <TextAreaField
              label="Note"
              optional
              rows={2}
              maxLength={500}
              {...form.field(`guides.${i}.note`)}
            />
            <Groups
              categories={categories}
              chosen={guide.groups}
              onChange={(groups) => set((before) => ({ ...before, groups }))}
            />
          </div>
        )}
      </RowList>
      <ErrorText>{form.failure}</ErrorText>
      <div>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Groups(props: { categories: Category[]; chosen: string[]; onChange: (groups: string[]) => void }) {
  const { categories, chosen, onChange } = props;
  const groups = categories.flatMap(({ _id, name, subcategories }) => [
    { _id, name },
    ...subcategories.map((part) => ({ _id: part._id, name: `${name}: ${part.name}` })),
  ]);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">For products of</legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto rounded-md p-3 ring-1 ring-line sm:grid-cols-2">
        <CheckList options={groups} chosen={chosen} onChange={onChange} />
      </div>
    </fieldset>
  );
}

const draftOf = ({ rows, ...guide }: OwnedSizeGuide): DraftGuide => ({
  ...guide,
  table: rows.map((row) => row.join(', ')).join('\n'),
});

const inputOf = ({ guides }: { guides: DraftGuide[] }) => ({
  guides: guides.map(({ _id, table, ...guide }) => ({ ...guide, ...(_id && { _id }), rows: rowsIn(table) })),
});

/** Cells are separated by tabs, as spreadsheets copy them, or by commas. */
const rowsIn = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => line.split(line.includes('\t') ? '\t' : ',').map((cell) => cell.trim()));

/** Errors of the rows and cells are shown under the table. */
const renamed = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.replace(/\.rows\b.*/, '.table'), message]),
  );
