import { blockPrintTextiles } from './block-print-textiles.ts';
import { bluePottery } from './blue-pottery.ts';
import { brassAndBidri } from './brass-and-bidri.ts';
import { caneAndSabai } from './cane-and-sabai.ts';
import { channapatnaToys } from './channapatna-toys.ts';
import { giftCards } from './gift-cards.ts';
import { handmadePaper } from './handmade-paper.ts';
import { leatherJuttis } from './leather-juttis.ts';
import { leatherSlidesAndWallets } from './leather-slides-and-wallets.ts';
import type { DemoProduct } from './product.ts';
import { silverJewellery } from './silver-jewellery.ts';
import { teaAndSpice } from './tea-and-spice.ts';
import { terracotta } from './terracotta.ts';

const shelves: DemoProduct[][] = [
  blockPrintTextiles,
  bluePottery,
  silverJewellery,
  brassAndBidri,
  handmadePaper,
  [...leatherJuttis, ...leatherSlidesAndWallets],
  channapatnaToys,
  teaAndSpice,
  caneAndSabai,
  terracotta,
  giftCards,
];

const longest = Math.max(...shelves.map((shelf) => shelf.length));

/** One from each shelf in turn, so that the first page shows the whole market. */
export const catalogue: DemoProduct[] = Array.from({ length: longest }, (_, row) =>
  shelves.flatMap((shelf) => shelf.slice(row, row + 1)),
).flat();
