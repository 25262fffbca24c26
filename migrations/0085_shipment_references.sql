-- Reads the tables without keeping anyone from writing them.
alter table shipments validate constraint shipments_order_id_fkey;
alter table shipment_lines validate constraint shipment_lines_shipment_id_fkey;
alter table shipment_lines validate constraint shipment_lines_order_item_id_fkey;
alter table shipment_events validate constraint shipment_events_shipment_id_fkey;
alter table order_states validate constraint order_states_order_id_fkey;
