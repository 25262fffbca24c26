-- One PDF with the labels that couriers have made.
-- small table: its rows are deleted after a day
alter table print_jobs drop constraint print_jobs_kind_check;
-- small table: its rows are deleted after a day
alter table print_jobs add constraint print_jobs_kind_check check (kind in ('packing_slips', 'invoices', 'labels',
  'label_sheets', 'courier_labels', 'pick_list'));
