/** Six digits, the first not 0 (contract §3). */
export const pinPattern = /^[1-9]\d{5}$/;
