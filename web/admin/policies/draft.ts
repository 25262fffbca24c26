import type { Policy } from '../../../shared/contract/policies.ts';

/** A policy while it is edited; the texts are rich (see parts/rich-editor). */
export type Draft = { title: string; content: string; sections: DraftSection[] };
export type DraftSection = { key: number; heading: string; content: string };

let lastKey = 0;
export const newSection = (): DraftSection => ({ key: ++lastKey, heading: '', content: '' });

export function draftOf({
  title,
  content,
  sections,
}: Pick<Policy, 'title' | 'content'> & { sections: Pick<DraftSection, 'heading' | 'content'>[] }): Draft {
  return {
    title,
    content,
    sections: sections.map((section) => ({
      ...newSection(),
      heading: section.heading,
      content: section.content,
    })),
  };
}

export const isEmpty = ({ title, content, sections }: Draft) =>
  !title.trim() && !content && sections.every(isEmptySection);
export const isEmptySection = ({ heading, content }: DraftSection) => !heading.trim() && !content;
