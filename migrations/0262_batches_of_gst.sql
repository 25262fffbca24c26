-- A batch can set HSN code and GST rate.
alter table product_batches drop constraint product_batches_action_check;
alter table product_batches add constraint product_batches_action_check
  check (action in ('category', 'discount', 'status', 'gst', 'delete', 'undo')) not valid;
