/** How long the units of an unpaid order are reserved, in minutes (contract §2). */
export const reservationMinutes = 15;
/** The same for an order after which unpaid orders reserve more than half of the units of one of its variants. */
export const scarceReservationMinutes = 8;
/** The part of the time to confirm an order on delivery after which such orders reserve more than half of a variant. */
export const scarceCodShare = 1 / 4;
