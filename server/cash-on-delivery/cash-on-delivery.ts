export { beginCod, codNote } from './advance.ts';
export { confirm, expireCodOrder, mailCodAgain, mailCodOrder } from './confirm.ts';
export { followShipments, requireWholeCod } from './follow.ts';
export { type CodProof, notProved, proofOf, requireProofOfShare } from './proof.ts';
export { type CodColumns, codOffer, requireCod } from './rules.ts';
export { cashOnDelivery, codAdmin } from './verbs.ts';
