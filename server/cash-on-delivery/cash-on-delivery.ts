export { beginCod, codNote } from './advance.ts';
export { confirm, expireCodOrder, mailCodAgain, mailCodOrder } from './confirm.ts';
export { followShipments, requireWholeCod } from './follow.ts';
export { notProved, proofOf } from './proof.ts';
export { codOffer, requireCod } from './rules.ts';
export { cashOnDelivery, codAdmin } from './verbs.ts';
