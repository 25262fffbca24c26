/** Ten digits starting with 6 to 9 (spec §9). */
export const mobilePattern = /^[6-9]\d{9}$/;

/** Removes spaces and a leading +91, 91 or 0 from an Indian mobile number (contract §4). */
export function normaliseMobile(given: string): string {
  const digits = given.replace(/[\s()-]/g, '');
  return digits.replace(/^(?:\+91|0)(?=[6-9]\d{9}$)/, '').replace(/^91(?=[6-9]\d{9}$)/, '');
}

/** Formats a mobile number: `+91 98765 43210`. */
export const spacedMobile = (mobile: string) => `+91 ${mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`;
