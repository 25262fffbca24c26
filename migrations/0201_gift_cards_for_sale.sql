-- Gift cards are sold as products (decision 151).
alter table products add column is_gift_card boolean not null default false;

-- To whom the gift card of a line is mailed: name, e-mail address, message and day, all of them empty for the buyer. Empty
-- ({}) once the card exists, which has them then; null for other lines.
alter table order_items add column recipient jsonb;

-- The line with which a card was bought: one unit, so that no line can have two cards.
alter table gift_cards add column order_item_id uuid;
-- small table: a shop has some thousands of gift cards
create unique index gift_cards_by_order_item on gift_cards (order_item_id);
alter table gift_cards add foreign key (order_item_id) references order_items (id) on delete set null not valid;

-- The rest of a card whose line is refunded.
alter type gift_card_entry_kind add value 'cancelled';
