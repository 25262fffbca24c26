import type { ReactNode } from 'react';
import { PageHead } from '../page/page-head.tsx';
import { Filters } from './filters.tsx';
import { List, type ListProps } from './list.tsx';
import type { Address } from './list-address.ts';

/** A page with a list: its title and buttons, search, filters, and the rows in all their states. */
export function ResourcePage<Row extends { _id: string }>(
  props: ListProps<Row> & {
    address: Pick<Address, 'field' | 'used'>;
    title: string;
    subtitle?: string;
    /** Buttons beside the title; `add` is the last of them, and an empty list offers it too. */
    buttons?: ReactNode;
    add?: ReactNode;
    /** Below the title, such as tabs. */
    intro?: ReactNode;
    /** The label and the placeholder of the search box. */
    search?: readonly [label: string, placeholder: string];
    filters?: ReactNode;
    /** Above the rows, such as what can be done with the selected ones. */
    bar?: ReactNode;
    /** Below the rows, and dialogs. */
    children?: ReactNode;
  },
) {
  const { title, subtitle, buttons, add, intro, search, filters, bar, children, empty, ...list } = props;
  return (
    <>
      <PageHead title={title} subtitle={subtitle}>
        {(buttons || add) && (
          <>
            {buttons}
            {add}
          </>
        )}
      </PageHead>
      {intro}
      {search && (
        <Filters address={list.address} search={search}>
          {filters}
        </Filters>
      )}
      {bar}
      <List {...list} empty={{ action: add, ...empty }} />
      {children}
    </>
  );
}
