-- Checks all orders without keeping them locked (0180, 0181).
alter table orders validate constraint orders_business_check;
alter table orders validate constraint orders_whatsapp_check;
alter table orders validate constraint orders_pickup_check;
