import { arrayMove } from '@dnd-kit/sortable';
import { useState } from 'react';
import type { PageDocument } from '../../../../shared/contract/design.ts';
import type { SectionKind } from '../../../sections/schemas.ts';
import type { Draft } from '../../parts/design/draft.ts';
import { copyOf, type EditedPage, type EditedSection, nameOf, newSection } from './edited-page.ts';

export type PageDraft = Draft<EditedPage, PageDocument>;
export type EditorState = ReturnType<typeof useEditor>;

/** What is open in the editor: the list of sections, a section by its id, or the settings of the page. */
export type Open = { part: 'list' } | { part: 'page' } | { part: 'section'; id: string };

/** The sections of a page while they are edited, and which of them is open. */
export function useEditor(draft: PageDraft) {
  const { document } = draft.use();
  const { sections } = document;
  const [open, setOpen] = useState<Open>({ part: 'list' });
  /** The section that was deleted last, to be restored. */
  const [deleted, setDeleted] = useState('');

  function setSections(next: EditedSection[], field = '') {
    setDeleted('');
    draft.change({ ...draft.get().document, sections: next }, field);
  }
  const indexOf = (id: string) => sections.findIndex(({ _id }) => _id === id);
  const choose = (id: string) => setOpen({ part: 'section', id });
  function insert(section: EditedSection, index: number) {
    setSections(sections.toSpliced(index, 0, section));
    choose(section._id);
  }

  return {
    page: document,
    sections,
    open,
    setOpen,
    choose,
    deleted,
    chosen: open.part === 'section' ? sections.find(({ _id }) => _id === open.id) : undefined,
    move(from: number, to: number) {
      if (to >= 0 && to < sections.length) setSections(arrayMove(sections, from, to));
    },
    change(changed: EditedSection, field = '') {
      setSections(
        sections.map((section) => (section._id === changed._id ? changed : section)),
        field,
      );
    },
    /** Adds a section behind another one, or at the end. */
    add(kind: SectionKind, behind: string | null) {
      const index = behind === null ? -1 : indexOf(behind);
      insert(newSection(kind), index < 0 ? sections.length : index + 1);
    },
    duplicate: (section: EditedSection) => insert(copyOf(section), indexOf(section._id) + 1),
    remove(section: EditedSection) {
      setSections(sections.filter(({ _id }) => _id !== section._id));
      setDeleted(nameOf(section));
      setOpen({ part: 'list' });
    },
    undoDelete() {
      draft.undo();
      setDeleted('');
    },
    setField(name: 'title' | 'address' | 'description', text: string) {
      draft.change({ ...draft.get().document, [name]: text }, name);
    },
  };
}
