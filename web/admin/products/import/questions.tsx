import type { ImportPlan } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../parts/form/fields.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { Question, Radio, type SettingsProps } from './settings.tsx';

type Planned = ImportPlan['products'][number];
type Props = { product: Planned } & SettingsProps;

/** Says that rows wait for an answer, and answers those at once that may be one product only. */
export function OpenQuestions({ plan, settings, onChange }: { plan: ImportPlan } & SettingsProps) {
  const open = plan.products.filter(({ what }) => what === 'ask');
  if (open.length === 0) return null;
  const likely = open.flatMap(({ line, question: [only, ...others] }) =>
    only && others.length === 0 && !settings.answers[line] ? [[String(line), only._id] as const] : [],
  );
  const answerAll = () =>
    onChange({ ...settings, answers: { ...settings.answers, ...Object.fromEntries(likely) } });
  return (
    <Question name="Rows to answer" title={`${counted(open.length, 'row')} to answer`}>
      <p className="mb-2 text-ink-soft">
        It is not certain which product they are, or combinations would be lost. They are left out until you
        answer below.
      </p>
      {likely.length > 1 && (
        <Button variant="secondary" onClick={answerAll}>
          {`Yes, all ${formatCount(likely.length)} are the same products`}
        </Button>
      )}
    </Question>
  );
}

/** Asks which product of the shop a row is. */
export function ProductQuestion({ product, settings, onChange }: Props) {
  const { line, name, question } = product;
  if (question.length === 0) return null;
  const answer = (given: string) =>
    onChange({ ...settings, answers: { ...settings.answers, [line]: given } });
  const given = settings.answers[line];
  return (
    <Question name={`Is ${name} on line ${line} the same product?`} title="Is this the same product?">
      {question.map(({ _id, name: existing, slug, sku }) => (
        <Radio
          key={_id}
          name={`same-${line}`}
          label={`Yes, it is “${existing}”`}
          hint={`/products/${slug}, SKU ${sku}`}
          checked={given === _id}
          onChange={() => answer(_id)}
        />
      ))}
      <Radio
        name={`same-${line}`}
        label="No, it is a new product"
        checked={given === 'new'}
        onChange={() => answer('new')}
      />
    </Question>
  );
}

/** The combinations that the file does not name, each of which can be removed. */
export function UnnamedCombinations({ product, settings, onChange }: Props) {
  const { line, name, unnamed } = product;
  if (unnamed.length === 0) return null;
  const { remove } = settings;
  const change = (id: string, isRemoved: boolean) =>
    onChange({
      ...settings,
      remove: isRemoved ? [...remove, id] : remove.filter((removed) => removed !== id),
    });
  return (
    <Question
      name={`Combinations of ${name} on line ${line} that the file does not name`}
      title="The file does not name these combinations. They stay unless you remove them."
    >
      {unnamed.map(({ _id, name: values, stock }) => (
        <Check
          key={_id}
          tall
          className="py-1 lg:min-h-9"
          checked={remove.includes(_id)}
          onChange={(event) => change(_id, event.target.checked)}
        >
          {`Remove ${values}, stock ${formatCount(stock)}`}
        </Check>
      ))}
    </Question>
  );
}
