-- What can be bought has changed: lists by stock hold products that come and go with it. New, removed and hidden
-- variants touch their product, which is told already (0006).
create trigger tell_stock after update of stock on variants
  for each row when ((old.stock > 0) is distinct from (new.stock > 0)) execute function tell_tag('stock');
