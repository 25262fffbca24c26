import { expect, it } from 'vitest';
import { presets } from '../../../../shared/contract/design.ts';
import { differences } from './differences.ts';
import { copyOf, type EditedPage, newSection } from './edited-page.ts';
import { mergePages } from './merge.ts';

const base: EditedPage = presets.home ?? { title: '', address: '', description: '', sections: [] };
const [hero, promises, categories] = base.sections;
if (!hero || !promises || !categories) throw new Error('The home page has no sections');

const heading = (page: EditedPage, id: string, text: string): EditedPage => ({
  ...page,
  sections: page.sections.map((section) =>
    section._id === id ? { ...section, settings: { ...section.settings, heading: text } } : section,
  ),
});
const ids = ({ sections }: EditedPage) => sections.map(({ _id }) => _id);

it('merges changes of different sections, additions and another order', () => {
  const added = newSection('banner');
  const copy = copyOf(hero);
  const mine = heading(
    { ...base, sections: [promises, hero, copy, ...base.sections.slice(2)] },
    'makers-6',
    'Mine',
  );
  const changed = heading(base, 'places-9', 'Theirs');
  const theirs = {
    ...changed,
    sections: [...changed.sections, added].filter(({ kind }) => kind !== 'season'),
  };
  const { document, conflicts } = mergePages({ base, mine, theirs }, {});
  expect(conflicts).toEqual([]);
  expect(ids(document)).toEqual([...ids(mine).filter((id) => id !== 'season-4'), added._id]);
  expect(differences(base, document)).toEqual([
    'Hero added',
    'Makers “Shop by maker”: Heading “Mine” instead of “Shop by maker”',
    'Places “Shop by place”: Heading “Theirs” instead of “Shop by place”',
    'Banner added',
    'Season deleted',
    'Other order of sections',
  ]);
});

it('lets nobody lose what both changed: each is offered', () => {
  const mine = heading({ ...base, title: 'A' }, 'makers-6', 'Mine');
  const changed = heading({ ...base, title: 'B' }, 'makers-6', 'Theirs');
  const theirs = { ...changed, sections: changed.sections.filter(({ kind }) => kind !== 'hero') };
  const edited = heading(mine, 'hero-0', 'Kept');
  const { conflicts } = mergePages({ base, mine: edited, theirs }, {});
  expect(conflicts.map(({ id }) => id).toSorted()).toEqual(['hero-0', 'makers-6', 'title']);
  const choices = { 'hero-0': 'theirs', 'makers-6': 'mine', title: 'theirs' } as const;
  const { document } = mergePages({ base, mine: edited, theirs }, choices);
  expect(document.title).toBe('B');
  expect(ids(document)).not.toContain('hero-0');
  expect(document.sections.find(({ _id }) => _id === 'makers-6')?.settings.heading).toBe('Mine');
});
