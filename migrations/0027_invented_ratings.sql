-- The demo shop came with invented ratings that no review stands behind. They are removed. Any other value stays:
-- a row must have exactly the rating and count that the demo product of this slug came with, or, where the slug was
-- changed, one of these pairs and the first stock of a demo product.
update products p set rating_tenths = 0, num_reviews = 0
from (values
  ('indigo-ajrakh-cotton-stole', 48, 212), ('neelgarh-lotus-bottle-vase', 48, 131), ('enamel-lotus-jhumka', 49, 142),
  ('lotus-akhand-diya', 48, 164), ('buti-rag-paper-notebook', 47, 195), ('buti-embroidered-jutti', 47, 168),
  ('haathi-pull-along-elephant', 48, 188), ('assam-second-flush-tea', 47, 240),
  ('sabai-stripe-market-basket', 46, 137), ('jaal-lattice-tealight-lamp', 47, 118),
  ('sanganeri-buti-cushion-cover', 46, 148), ('marigold-chai-mug', 45, 176), ('jaal-openwork-bangle', 47, 56),
  ('vine-jaal-bidri-box', 49, 47), ('lotus-paper-lantern', 44, 87), ('marigold-indigo-jutti', 46, 94),
  ('seven-ring-stacker', 47, 201), ('darjeeling-first-flush-tea', 48, 97), ('zigzag-cane-tray', 44, 58),
  ('lippan-mirror-planter', 46, 82), ('marigold-jaal-razai-quilt', 47, 96), ('jaal-serving-bowl', 46, 54),
  ('filigree-coin-necklace', 48, 33), ('marigold-rim-urli', 46, 72), ('bandhani-gift-boxes-set-of-three', 45, 62),
  ('rose-jaal-wedding-jutti', 48, 73), ('old-mysore-racing-car', 45, 90), ('brass-masala-dabba', 49, 86),
  ('bamboo-dome-pendant-shade', 47, 49), ('kulhad-chai-cups-set-of-six', 45, 226),
  ('leheriya-chanderi-stole', 45, 67), ('lotus-pond-wall-plate', 47, 45), ('paisley-drop-jhumka', 46, 81),
  ('temple-hand-bell', 45, 93), ('marigold-greeting-cards-set-of-eight', 46, 104), ('cutwork-paisley-jutti', 43, 41),
  ('buguri-spinning-top', 44, 133), ('lakadong-turmeric', 47, 152), ('moonj-lidded-basket', 47, 73),
  ('painted-surahi-water-jug', 44, 49), ('ajrakh-star-cushion-cover', 47, 83),
  ('paisley-border-tiles-set-of-four', 43, 37), ('lotus-signet-ring', 45, 64), ('paisley-bidri-bud-vase', 48, 19),
  ('leheriya-travel-journal', 46, 71), ('plain-tan-jutti', 45, 121), ('raja-and-rani-dolls', 47, 76),
  ('kashmiri-kahwa-blend', 46, 111), ('chevron-laundry-basket', 45, 44), ('zigzag-balcony-planter', 43, 67),
  ('kalamkari-vine-mul-saree', 49, 41), ('buti-ginger-jar', 44, 26), ('granulated-buti-jhumka', 44, 47),
  ('ribbed-brass-lota', 43, 58), ('rose-jaal-star-lantern', 43, 36), ('jodhpuri-zigzag-mojari', 44, 26),
  ('banded-baby-rattle', 46, 154), ('kashmiri-chilli-powder', 45, 78), ('sikki-grass-roti-box', 46, 28),
  ('star-jali-lantern', 46, 38), ('dabu-table-napkins-set-of-six', 44, 57), ('mughal-jaal-tall-vase', 49, 58),
  ('plain-kada-bangle', 48, 38), ('five-wick-samai-lamp', 47, 66), ('kalamkari-sketchbook', 48, 59),
  ('ivory-lotus-jutti', 46, 58), ('festival-elephant', 45, 34), ('nilgiri-frost-tea', 44, 36),
  ('plain-cane-tea-tray', 43, 62), ('smoke-fired-kulhads-set-of-four', 42, 53), ('bandhani-dot-stole', 46, 74),
  ('zigzag-coffee-mug', 42, 88), ('marigold-garland-necklace', 47, 22), ('hammered-urli', 44, 31),
  ('paisley-keepsake-box', 42, 30), ('paisley-kolhapuri-slide', 45, 86), ('zigzag-stacking-tower', 43, 41),
  ('grandmothers-garam-masala', 46, 129), ('jaal-weave-pendant-shade', 44, 17), ('lotus-window-planter', 44, 29),
  ('paisley-block-print-tote', 43, 119), ('sky-buti-katori-pair', 45, 61), ('hammered-stacking-ring', 43, 95),
  ('buti-bidri-trinket-box', 46, 28), ('ikat-thank-you-cards-set-of-six', 44, 47), ('ikat-strap-slide', 42, 37),
  ('little-blue-saloon', 48, 109), ('idukki-green-cardamom', 48, 64), ('natural-sabai-planter-basket', 42, 51),
  ('black-stripe-surahi', 45, 21), ('running-stitch-kantha-throw', 48, 62),
  ('ajrakh-star-tiles-set-of-four', 46, 24), ('genda-stud-jhumka', 45, 52), ('lotus-chain-bell', 42, 24),
  ('dabu-charcoal-ledger', 43, 25), ('plain-black-slide', 41, 49), ('tops-of-three-boxed', 44, 48),
  ('cutting-chai-masala', 45, 143), ('teal-zigzag-keepsake-basket', 45, 32), ('lotus-night-lamp', 41, 45),
  ('ikat-step-cushion-cover', 42, 38), ('marigold-dinner-plate', 43, 40), ('paisley-pendant-necklace', 42, 15),
  ('moonlight-bidri-vase', 50, 11), ('wave-fold-up-lantern', 41, 28), ('bark-tanned-card-wallet', 46, 112),
  ('bandhani-sister-dolls', 42, 27), ('steel-masala-dabba', 43, 71), ('stepped-diamond-tray', 41, 19),
  ('bagru-stamped-kulhads-set-of-four', 43, 16), ('bagru-night-saree', 45, 29), ('paisley-achaar-jar', 44, 52),
  ('buti-spoon-ring', 40, 21), ('plain-pooja-lota', 41, 44), ('leaf-jaal-gift-boxes-pair', 43, 39),
  ('kantha-stitch-coin-wallet', 44, 31), ('rose-and-tulsi-tea', 42, 42), ('mirror-work-surahi', 44, 14),
  ('lotus-napkins-set-of-four', 44, 33), ('paisley-wall-diya', 43, 35), ('tree-of-life-cards-set-of-five', 45, 18),
  ('wayanad-cinnamon-quills', 44, 23), ('haldi-buti-herb-pot', 42, 59), ('malabar-black-pepper', 47, 88)
) demo (slug, rating_tenths, num_reviews)
where (p.rating_tenths, p.num_reviews) = (demo.rating_tenths, demo.num_reviews)
  and (p.slug = demo.slug or exists (
    select from variants v join stock_movements m on m.variant_id = v.id
    where v.product_id = p.id and m.reason = 'initial' and m.by_label = 'demo'));
