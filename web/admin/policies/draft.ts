import { type Policy, policyNeeds, sectionNeeds } from '../../../shared/contract/policies.ts';

/** A policy while it is being written; the texts are rich (see parts/rich-editor). */
export type Draft = { title: string; content: string; sections: DraftSection[] };
export type DraftSection = { key: number; heading: string; content: string };

let made = 0;
export const newSection = (): DraftSection => ({ key: ++made, heading: '', content: '' });

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

/** What is missing, by field, in the words of spec §5 Policy save. */
export function checkDraft({ title, content, sections }: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!title.trim()) errors.title = policyNeeds;
  if (!content) errors.content = policyNeeds;
  sections.forEach((section, i) => {
    if (!section.heading.trim()) errors[`sections.${i}.heading`] = sectionNeeds;
    if (!section.content) errors[`sections.${i}.content`] = sectionNeeds;
  });
  return errors;
}

export const isBlank = ({ title, content, sections }: Draft) =>
  !title.trim() && !content && sections.every(isBlankSection);
export const isBlankSection = ({ heading, content }: DraftSection) => !heading.trim() && !content;
