/** How long the units of an unpaid order are reserved, in minutes (contract §2). */
export const reservationMinutes = 15;
