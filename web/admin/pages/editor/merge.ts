import type { Conflict, Side, Versions } from '../../parts/design/draft.ts';
import { commonOrder, isSame, pageFields, sectionDifferences } from './differences.ts';
import { type EditedPage, type EditedSection, nameOf } from './edited-page.ts';

type Choices = Record<string, Side>;

/**
 * Merges what two admins made of a page: each field of the page and each section by itself. What both changed is of the
 * side that is chosen for it, else mine.
 */
export function mergePages(
  versions: Versions<EditedPage>,
  choices: Choices,
): { document: EditedPage; conflicts: Conflict[] } {
  const { base, mine, theirs } = versions;
  const conflicts: Conflict[] = [];
  const pick = <Value>(values: Versions<Value>, conflict: () => Conflict): Value => {
    if (isSame(values.mine, values.theirs) || isSame(values.theirs, values.base)) return values.mine;
    if (isSame(values.mine, values.base)) return values.theirs;
    const found = conflict();
    conflicts.push(found);
    return choices[found.id] === 'theirs' ? values.theirs : values.mine;
  };
  const field = (name: keyof typeof pageFields): string =>
    pick({ base: base[name], mine: mine[name], theirs: theirs[name] }, () => ({
      id: name,
      label: pageFields[name],
      mine: [`“${mine[name]}”`],
      theirs: [`“${theirs[name]}”`],
    }));
  const fields = { title: field('title'), address: field('address'), description: field('description') };
  const sections = mergedOrder(versions).flatMap((id) => {
    const found = { base: withId(base, id), mine: withId(mine, id), theirs: withId(theirs, id) };
    return pick(found, () => conflictOf(id, found)) ?? [];
  });
  return { document: { ...fields, sections }, conflicts };
}

const withId = ({ sections }: EditedPage, id: string) => sections.find(({ _id }) => _id === id);

function conflictOf(id: string, { base, mine, theirs }: Versions<EditedSection | undefined>): Conflict {
  const named = mine ?? theirs ?? base;
  const words = (side: EditedSection | undefined) => {
    if (!side) return ['Deleted'];
    return base
      ? sectionDifferences(base, side).map((text) => text.replace(`${nameOf(base)}: `, ''))
      : ['Added'];
  };
  return { id, label: named ? nameOf(named) : '', mine: words(mine), theirs: words(theirs) };
}

/** All sections in my order if I changed it, else in theirs; those of the other side stay behind the same neighbour. */
function mergedOrder({ base, mine, theirs }: Versions<EditedPage>): string[] {
  const hasMoved = !isSame(commonOrder(base, mine), commonOrder(mine, base));
  const [leading, following] = hasMoved ? [mine, theirs] : [theirs, mine];
  const ids = leading.sections.map(({ _id }) => _id);
  for (const [i, { _id }] of following.sections.entries()) {
    if (ids.includes(_id)) continue;
    const before = following.sections[i - 1]?._id;
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, _id);
  }
  return ids;
}
