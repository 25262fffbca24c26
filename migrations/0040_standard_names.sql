-- Standard names of commerce for what was called otherwise: primary payment, reserved stock, ledger entries.
alter table payments rename column settles to is_primary;
alter index payments_one_settles rename to payments_one_primary;
alter type stock_state rename value 'held' to 'reserved';
alter index orders_holding_by_address rename to orders_reserved_by_address;
alter table money_movements rename to ledger_entries;
alter index money_movements_once rename to ledger_entries_once;
alter index money_movements_by_order rename to ledger_entries_by_order;
alter index money_movements_newest rename to ledger_entries_newest;
