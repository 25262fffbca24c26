export { stockAdmin } from './adjust.ts';
export { changeStock, returnUnitsOf } from './change.ts';
export {
  type CartProduct,
  findForCart,
  findForSale,
  findProductNames,
  readStock,
  recordMovements,
  type SaleVariant,
  sumStockForSale,
  takeForSale,
} from './queries.ts';
