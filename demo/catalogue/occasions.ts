/** The attribute by which the home page and listings group products, with its choices in their order. */
export const occasion = {
  name: 'Occasion',
  slug: 'occasion',
  choices: ['Weddings', 'Diwali', 'Monsoon', 'Summer', 'Gifts'],
};

/** The slugs of the products for each occasion. */
export const productsByOccasion: Record<string, string[]> = {
  Weddings: [
    ...[
      'rose-jaal-wedding-jutti',
      'kalamkari-vine-mul-saree',
      'bandhani-dot-stole',
      'marigold-garland-necklace',
    ],
    ...['paisley-drop-jhumka', 'granulated-buti-jhumka', 'plain-kada-bangle', 'jaal-openwork-bangle'],
    ...['five-wick-samai-lamp', 'leaf-paisley-jutti', 'leaf-jaal-gift-boxes-pair', 'moonlight-bidri-vase'],
  ],
  Diwali: [
    ...[
      'paisley-stem-diya',
      'five-wick-samai-lamp',
      'polished-urli',
      'star-jali-lantern',
      'lotus-paper-lantern',
    ],
    ...['rose-jaal-star-lantern', 'lotus-night-lamp', 'temple-hand-bell', 'leaf-jaal-gift-boxes-pair'],
    ...['lotus-pond-wall-plate', 'wave-fold-up-lantern', 'lotus-chain-bell'],
  ],
  Monsoon: [
    ...[
      'darjeeling-first-flush-tea',
      'cutting-chai-masala',
      'zigzag-coffee-mug',
      'smoke-fired-kulhads-set-of-four',
    ],
    ...['running-stitch-kantha-throw', 'bagru-stamped-kulhads-set-of-four', 'nilgiri-frost-tea'],
    ...['kashmiri-kahwa-blend', 'plain-cane-tea-tray', 'kalamkari-sketchbook'],
  ],
  Summer: [
    ...['painted-surahi-water-jug', 'black-stripe-surahi', 'mirror-work-surahi', 'bagru-night-saree'],
    ...['zigzag-balcony-planter', 'lotus-window-planter', 'rose-and-tulsi-tea', 'ikat-strap-slide'],
    ...['bamboo-dome-pendant-shade', 'lotus-napkins-set-of-four', 'haldi-buti-herb-pot'],
  ],
  Gifts: [
    ...[
      'haat-gift-card',
      'raja-and-rani-dolls',
      'banded-baby-rattle',
      'festival-elephant',
      'tops-of-three-boxed',
      'ivory-bud-vase',
    ],
    ...[
      'buti-bidri-trinket-box',
      'leheriya-travel-journal',
      'paisley-keepsake-box',
      'bark-tanned-card-wallet',
    ],
    ...[
      'lotus-signet-ring',
      'sky-buti-katori-pair',
      'paisley-achaar-jar',
      'steel-masala-dabba',
      'wayanad-cinnamon-quills',
    ],
    ...[
      'sikki-grass-roti-box',
      'teal-zigzag-keepsake-basket',
      'ikat-thank-you-cards-set-of-six',
      'genda-stud-earrings',
    ],
    ...[
      'paisley-bidri-bud-vase',
      'haathi-pull-along-elephant',
      'marigold-greeting-cards-set-of-eight',
      'moonlight-bidri-vase',
    ],
    ...[
      'paisley-block-print-tote',
      'grandmothers-garam-masala',
      'kantha-stitch-coin-wallet',
      'ajrakh-star-cushion-cover',
    ],
    ...[
      'mughal-jaal-tall-vase',
      'filigree-coin-necklace',
      'running-stitch-kantha-throw',
      'brass-masala-dabba',
    ],
  ],
};
